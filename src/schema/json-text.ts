import { cut, quote } from '../base/cut.js';
import { badRequest } from '../base/errors.js';
import { countMembers, repeatedMember } from './repeated-member.js';

/** Levels of objects and arrays that a body may have, its outermost one included. */
export const MAX_JSON_DEPTH = 32;

/**
 * Members of one object: 99,000 of them in 1 MiB take 50 times as long to parse and to check as the bytes do.
 */
export const MAX_JSON_MEMBERS = 10_000;

/**
 * Values of a body whose members are bounded: two million nested arrays in 4 MiB take JSON.parse 0.4 s. A
 * bulk delete has 100,000 ids at most.
 */
export const MAX_JSON_VALUES = 200_000;

const QUOTE = 34;
const BACKSLASH = 92;
const COLON = 58;
const COMMA = 44;
const MAX_SHOWN_NAME = 100;

/** Advice about a text that is a whole body. */
const TYPE_ADVICE = '; a body that is not JSON needs its own Content-Type';

/**
 * JSON.parse for untrusted text. A scan comes first, because JSON.parse follows any nesting (5 million levels
 * take it 2.3 s), turns 9007199254740993 into 9007199254740992 and 1e400 into Infinity, and silently drops
 * the earlier of two members of one name.
 * @param maxMembers of one object; where there is a bound, the text has at most MAX_JSON_VALUES values as
 * well
 * @param repeated 'take last' for texts that were accepted before
 * @param advice ends the message about a syntax error
 * @throws AppError BAD_REQUEST on a syntax error, more than maxDepth levels, more than maxMembers members of
 * one object, too many values, an integer beyond ±9007199254740991, a number that is not finite, or a
 * repeated member
 */
export function parseJson(
  text: string,
  maxDepth: number = MAX_JSON_DEPTH,
  repeated: 'refuse' | 'take last' = 'refuse',
  maxMembers: number = Number.POSITIVE_INFINITY,
  advice = TYPE_ADVICE,
): unknown {
  const members = scan(text, maxDepth, maxMembers);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw badRequest(
      `Not valid JSON: ${(cause as Error).message}. Put names and texts in double quotes and no comma after the last member${advice}`,
    );
  }
  if (repeated === 'refuse' && countMembers(value) < members) {
    const name = repeatedMember(text);
    throw badRequest(`the member ${quote(name, MAX_SHOWN_NAME)} is given more than once: send it once`);
  }
  return value;
}

/** @returns the number of members of all objects; a repeated member counts each time */
function scan(text: string, maxDepth: number, maxMembers: number): number {
  let depth = 0;
  let members = 0;
  /** Values so far but for the first of each object and array, and these themselves. */
  let values = 0;
  const maxValues = Number.isFinite(maxMembers) ? MAX_JSON_VALUES : Number.POSITIVE_INFINITY;
  /** Members so far of the open object on each level. */
  const membersAt = new Float64Array(maxDepth + 2);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) {
      i = skipString(text, i);
    } else if (code === COLON) {
      members++;
      if (++membersAt[depth]! > maxMembers)
        throw badRequest(`an object in the JSON has over ${maxMembers} members`);
    } else if (code === COMMA) {
      if (++values > maxValues) throw tooManyValues();
    } else if (code === 0x7b || code === 0x5b) {
      if (++values > maxValues) throw tooManyValues();
      if (++depth > maxDepth) throw badRequest(`the JSON is nested deeper than ${maxDepth} levels`);
      membersAt[depth] = 0;
    } else if (code === 0x7d || code === 0x5d) {
      depth--;
    } else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
      const end = skipNumber(text, i);
      checkNumber(text, i, end);
      i = end - 1;
    }
  }
  return members;
}

const tooManyValues = () => badRequest(`the JSON has over ${MAX_JSON_VALUES} values: send fewer at a time`);

/** The index of the closing quote, or the end of the text. */
function skipString(text: string, open: number): number {
  let i = open + 1;
  for (; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === BACKSLASH) i++;
    else if (code === QUOTE) break;
  }
  return i;
}

function skipNumber(text: string, start: number): number {
  let i = start + 1;
  for (; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const partOfNumber =
      (code >= 0x30 && code <= 0x39) ||
      code === 0x2e || // .
      code === 0x65 || // e
      code === 0x45 || // E
      code === 0x2b || // +
      code === 0x2d; // -
    if (!partOfNumber) break;
  }
  return i;
}

/**
 * Without an exponent 15 characters are always safe, and nearly all numbers are that short. NaN is a syntax
 * error; JSON.parse names its place.
 */
function isKeptExactly(literal: string): boolean {
  if (literal.length < 16 && !/e/i.test(literal)) return true;
  const value = Number(literal);
  return (
    Number.isNaN(value) || Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value))
  );
}

/** Makes texts of the numbers that `parseJson` refuses, for a reader to whom every value is a text. */
export const quoteInexactNumbers = (json: string): string =>
  /\d{16}|\d[eE]/.test(json)
    ? json.replace(/"(?:[^"\\]|\\.)*"?|-?\d[\d.eE+-]*/gs, (token) =>
        token.startsWith('"') || isKeptExactly(token) ? token : `"${token}"`,
      )
    : json;

function checkNumber(text: string, start: number, end: number): void {
  const literal = text.slice(start, end);
  if (!isKeptExactly(literal)) {
    const shown = cut(literal, 40);
    throw badRequest(`Number out of range: ${shown} cannot be kept exactly: send it as a text, in quotes`);
  }
}
