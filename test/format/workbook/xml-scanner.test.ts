import fc from 'fast-check';
import t from 'tap';
import { attribute, XmlScanner } from '../../../src/format/workbook/xml-scanner.js';

function eventsOf(text: string, cuts: readonly number[]): string[] {
  const events: string[] = [];
  const scanner = new XmlScanner(
    {
      open: (name, tag) => void events.push(`<${name}|${tag}`),
      close: (name) => void events.push(`>${name}`),
      text: (raw) => void events.push(raw),
    },
    'part.xml',
  );
  let from = 0;
  for (const to of [...cuts].sort((a, b) => a - b)) {
    scanner.push(Buffer.from(text.slice(from, to)));
    from = to;
  }
  scanner.push(Buffer.from(text.slice(from)));
  scanner.finish();
  return events;
}

const TEXT =
  '<?xml version="1.0"?>\n<!-- <a> --><x:a xmlns:x="u" xmlns="u" b=">" c=\'"\'><b/><c >1 &lt; 2</c\n><![CDATA[<d> & ]]]]><!-- -- > --></x:a>\n';
const EVENTS = [
  '<a|x:a xmlns:x="u" xmlns="u" b=">" c=\'"\'',
  '<b|b/',
  '>b',
  '<c|c ',
  '1 &lt; 2',
  '>c',
  '<d> &amp; ]]',
  '>a',
];

t.test('a document has the same events however it is cut', async (t) => {
  t.same(eventsOf(TEXT, []), EVENTS);
  fc.assert(
    fc.property(
      fc.array(fc.nat({ max: TEXT.length })),
      (cuts) => eventsOf(TEXT, cuts).join('\n') === EVENTS.join('\n'),
    ),
  );
  t.same(
    eventsOf(
      TEXT,
      Array.from(TEXT, (_, i) => i),
    ),
    EVENTS,
  );
});

t.test('attributes are found by their names with their prefix', async (t) => {
  const tag = `x:sheet name="a r:id='no' b" r:id = "rId1" empty='' /`;
  t.equal(attribute(tag, 'r:id'), 'rId1');
  t.equal(attribute(tag, 'id'), '');
  t.equal(attribute(tag, 'name'), "a r:id='no' b");
  t.equal(attribute(tag, 'empty'), '');
  t.equal(attribute(tag, 'd'), '');
  for (const odd of ['c r', 'c r s', 'c r=', 'c r="1', 'c =', 'c /', 'c', '', 'c "1" r="2"'])
    attribute(odd, 's');
});

t.test('elements of another namespace and all within them are not heard of, nor extensions', async (t) => {
  const heard = (text: string): string[] =>
    eventsOf(text, []).flatMap((event) => (event.startsWith('<') ? [event.slice(1).split('|')[0]!] : []));
  t.same(heard('<a><b/></a>'), ['a', 'b']);
  t.same(heard('<a xmlns="urn:1"><b xmlns="urn:2"><a xmlns="urn:1"/></b><c/></a>'), ['a', 'c']);
  t.same(heard('<x:a xmlns:x="urn:1" xmlns="urn:1"><b/><y:c/><y:d xmlns:y="urn:1"/></x:a>'), ['a', 'b', 'd']);
  t.same(heard('<x:a xmlns:x="urn:1"><b/><x:c xmlns:x="urn:2"/><x:d/></x:a>'), ['a', 'd']);
  t.same(heard('<a><extLst><b/></extLst><c/></a>'), ['a', 'c']);
  t.same(heard('<a xmlns:xdr="urn:2"><b><xdr:row/></b></a>'), ['a', 'b']);
  t.same(eventsOf('<a>1<x:b>2<c>3</c></x:b>4</a>', []), ['<a|a', '1', '4', '>a']);
  t.throws(() => heard('<x:a></a>'), /closes <a>/);
});
