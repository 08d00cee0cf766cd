import fc from 'fast-check';
import iconv from 'iconv-lite';
import t from 'tap';
import { likeliestCharset } from '../../src/format/likeliest-charset.js';
import { NATIONAL_TEXTS } from '../format/national-texts.js';
import { SEED } from './spreadsheets.js';

/** Files of each language in each charset. Short for `npm test`; `METAMORPHIC_RUNS=2000` for a long round. */
const FILES = Math.ceil(Number(process.env.METAMORPHIC_RUNS ?? 60) / 10);

/** Languages whose names of countries are known to ICU, which is nobody's model of letters. */
const LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    'de fr es pt da sv fi nb nl it is et ca'
      .split(' ')
      .map((language) => [language, ['windows-1252', 'macintosh']]),
  ),
  ...Object.fromEntries('pl cs sk hu hr sl ro'.split(' ').map((language) => [language, ['windows-1250']])),
  ru: ['windows-1251', 'koi8-r', 'cp866', 'iso-8859-5'],
  uk: ['windows-1251', 'koi8-u', 'cp866', 'iso-8859-5'],
  bg: ['windows-1251', 'cp866', 'iso-8859-5'],
  sr: ['windows-1251'],
  el: ['windows-1253', 'iso-8859-7'],
  tr: ['windows-1254'],
  he: ['windows-1255'],
  ar: ['windows-1256', 'iso-8859-6'],
  lt: ['windows-1257'],
  lv: ['windows-1257'],
  th: ['windows-874'],
  'zh-CN': ['gb18030'],
  'zh-TW': ['big5'],
  ja: ['shift_jis', 'euc-jp'],
  ko: ['euc-kr'],
};
const LATIN = new Set('pl cs sk hu hr sl ro tr lt lv'.split(' '));
const WESTERN = 'windows-1252';

const REGIONS =
  'DE FR ES PT DK SE FI NO NL IT IS EE PL CZ SK HU HR SI RO RU UA BG RS GR TR IL EG LT LV TH CN TW JP KR CH AT BE IE GB US CA MX BR AR CL PE CO VE CU DO HT JM GL FO AL MK BA ME XK MD BY GE AM AZ KZ UZ TM KG TJ MN IN PK BD NP LK MM LA KH VN MY SG ID PH AU NZ PG FJ MA DZ TN LY SD ET KE TZ UG RW BI CD CG GA CM NG GH CI LR SL GN SN ML NE TD CF AO ZM ZW MZ MG ZA NA BW LS SZ SA YE OM AE QA KW IQ IR SY JO LB CY MT CV ST'.split(
    ' ',
  );

/** Names as old fonts have them: s and t with cedillas. */
const namesIn = (language: string): string[] => {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const old: Readonly<Record<string, string>> = { ș: 'ş', ț: 'ţ', Ș: 'Ş', Ț: 'Ţ' };
  return REGIONS.map((region) => names.of(region)!.replace(/[șțȘȚ]/g, (letter) => old[letter]!));
};

/** Same letters whatever the charset is called. */
const isRead = (bytes: Buffer, as: string, charset: string): boolean =>
  iconv.decode(bytes, as) === iconv.decode(bytes, charset);

const highBytes = (bytes: Buffer): number => bytes.filter((byte) => byte >= 0x80).length;

t.test('lists of three to forty names are told apart in all charsets', async (t) => {
  const wrong = new Map<string, number>();
  const counts = { western: [0, 0], mac: [0, 0], latin: [0, 0], other: [0, 0] };
  for (const [language, charsets] of Object.entries(LANGUAGES)) {
    const lists = fc.array(fc.constantFrom(...namesIn(language)), { minLength: 3, maxLength: 40 });
    for (const charset of charsets)
      for (const names of fc.sample(lists, { numRuns: FILES, seed: SEED })) {
        const bytes = iconv.encode(
          ['name,lat,lng', ...names.map((name, i) => `${name},48.${i},11.5`)].join('\n'),
          charset,
        );
        // Few letters prove little, and leave a file Windows-1252.
        if (highBytes(bytes) < 6) continue;
        const kind =
          charset === WESTERN
            ? 'western'
            : charset === 'macintosh'
              ? 'mac'
              : LATIN.has(language)
                ? 'latin'
                : 'other';
        counts[kind][0]!++;
        const found = likeliestCharset(bytes);
        if (isRead(bytes, found, charset)) continue;
        counts[kind][1]!++;
        const key = `${language} ${charset}: ${found}`;
        wrong.set(key, (wrong.get(key) ?? 0) + 1);
      }
  }
  t.comment(JSON.stringify(counts), [...wrong]);
  const share = ([all, wrong]: number[]): number => wrong! / all!;
  t.ok(share(counts.western) <= 0.002, 'files of Western Europe');
  t.ok(share(counts.mac) <= 0.25, 'files of old Macs, short ones of which stay Windows-1252');
  t.ok(share(counts.latin) <= 0.1, 'others in Latin letters');
  t.ok(share(counts.other) <= 0.005, 'other letters');
});

t.test('three rows of addresses are told apart, in capitals, too', async (t) => {
  let all = 0;
  let undecided = 0;
  for (const { language, charsets, header, rows } of NATIONAL_TEXTS)
    for (const charset of charsets) {
      const sets = fc.shuffledSubarray([...rows], { minLength: 3, maxLength: 5 });
      for (const set of fc.sample(sets, { numRuns: FILES, seed: SEED })) {
        const text = [header, ...set].map((cells) => cells.join(',')).join('\n');
        const capitals = text.toLocaleUpperCase(language === 'Turkish' ? 'tr' : 'en');
        for (const written of [text, capitals]) {
          const bytes = iconv.encode(written, charset);
          const found = likeliestCharset(bytes);
          all++;
          if (isRead(bytes, found, charset)) continue;
          if (found === WESTERN) undecided++;
          else t.fail(`${language} ${charset}: ${found}: ${written}`);
        }
      }
    }
  t.ok(undecided <= 0.02 * all, `${undecided} of ${all} left as Windows-1252`);
});
