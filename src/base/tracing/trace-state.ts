const MAX_MEMBERS = 32;
/** What at least is to be passed on; more costs every service behind us. */
const MAX_CHARACTERS = 512;
/** Members that are longer go first, where not all can stay. */
const LONG_MEMBER = 128;

const KEY = /^(?:[a-z][a-z\d_\-*/]{0,255}|[a-z\d][a-z\d_\-*/]{0,240}@[a-z][a-z\d_\-*/]{0,13})$/;
const VALUE = /^[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/;

/**
 * What is passed on of a `tracestate`: members of tracing systems, of which only their own system knows what they mean.
 * @param header its lines joined by commas
 * @returns at most 512 characters; '' where it is not of the grammar, as a whole
 */
export function readTraceState(header: string): string {
  const members = header
    .split(',')
    .map((member) => member.trim())
    .filter((member) => member !== '');
  const keys = members.map((member) => member.slice(0, Math.max(0, member.indexOf('='))));
  const areGood = members.every(
    (member, i) => KEY.test(keys[i]!) && VALUE.test(member.slice(keys[i]!.length + 1)),
  );
  if (!areGood || members.length > MAX_MEMBERS || new Set(keys).size < keys.length) return '';
  while (members.join().length > MAX_CHARACTERS) {
    const long = members.findLastIndex(({ length }) => length > LONG_MEMBER);
    members.splice(long, 1);
  }
  return members.join();
}
