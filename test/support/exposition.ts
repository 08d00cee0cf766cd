/**
 * A metric family of Prometheus' text format (version 0.0.4), parsed by its grammar and independently of
 * prom-client.
 */
export interface Family {
  type: string;
  help: string;
  /** Values by sample name with its labels as written. */
  samples: Map<string, number>;
}

const SAMPLE = /^([a-zA-Z_:][\w:]*)(\{(?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\["\\n])*",?)*\})? (\S+)$/;

/** @throws Error with the line that is malformed or outside of a family */
export function parseExposition(text: string): Map<string, Family> {
  const families = new Map<string, Family>();
  let name = '';
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const [, keyword, family = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    if (keyword === 'HELP') {
      if (families.has(family)) throw new Error(`twice: ${line}`);
      name = family;
      families.set(family, { type: '', help: rest, samples: new Map() });
    } else if (keyword === 'TYPE') {
      if (family !== name) throw new Error(`not below its HELP: ${line}`);
      families.get(family)!.type = rest;
    } else {
      const [, sample = '', labels = '', value = ''] = SAMPLE.exec(line) ?? [];
      const own = families.get(name);
      const suffix = sample.slice(name.length);
      if (!own || !sample.startsWith(name) || !['', '_bucket', '_sum', '_count'].includes(suffix))
        throw new Error(`of no family: ${line}`);
      const number = value === '+Inf' ? Number.POSITIVE_INFINITY : Number(value);
      if (Number.isNaN(number) && value !== 'NaN') throw new Error(`no number: ${line}`);
      if (own.samples.has(sample + labels)) throw new Error(`twice: ${line}`);
      own.samples.set(sample + labels, number);
    }
  }
  return families;
}
