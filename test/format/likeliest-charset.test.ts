import iconv from 'iconv-lite';
import t from 'tap';
import { likeliestCharset } from '../../src/format/likeliest-charset.js';
import { NATIONAL_TEXTS } from './national-texts.js';

const FILES = {
  'windows-1252': [
    'name,city\nMüller,Köln\nGrößer,Görlitz\nBäcker,Düren\n',
    'nom,ville\nCafé de la Gare,Orléans\nHôtel Élysée,Nîmes\nCrêperie,Besançon\n',
    'nombre,ciudad\nPeña,Málaga\nÑandú,Cádiz\nGarcía,Almería\n',
    'navn,by\nRømø,Ålborg\nSmørrebrød,Århus\nKøbmand,Ærø\n',
    'name,note\nA,“don’t”\nB,it’s “fine”\nC,5 € – 6 €\n',
    'name,city\nMüller,Köln\nCafé,Orléans\nPeña,Málaga\nSmørrebrød,Århus\nSão João,Maceió\n',
    'nome,cidade\nPadaria São João,Brasília\nCafé,Maceió\nLimões,Florianópolis\n',
  ],
  'windows-1250': [
    'nazwa,miasto\nSklep Żółw,Łódź\nPiekarnia Święta,Kraków\nGęś,Poznań\n',
    'název,město\nPivnice,Příbram\nŘeznictví Dvořák,České Budějovice\nKůň,Plzeň\n',
    'név,város\nPékség,Győr\nFűszer,Székesfehérvár\nSörfőzde,Szegedi út\n',
  ],
  'windows-1251': ['имя,город\nМагазин,Москва\nКафе Пушкин,Санкт-Петербург\nАптека,Новосибирск\n'],
  gb18030: ['名称,纬度,经度\n北京站,39.9,116.4\n上海站,31.2,121.4\n广州南站,23.0,113.2\n'],
  shift_jis: ['名前,緯度,経度\n東京駅,35.68,139.76\nさくら食堂,34.7,135.5\nカフェ大阪,34.6,135.4\n'],
} as const;

t.test('the letters of a file and their neighbours tell its charset', async (t) => {
  for (const [charset, texts] of Object.entries(FILES))
    for (const text of texts) t.equal(likeliestCharset(iconv.encode(text, charset)), charset, text);
  t.equal(likeliestCharset(Buffer.from('caf\xe9', 'latin1')), 'windows-1252');
});

t.test('three rows of any language tell its charset', async (t) => {
  for (const { language, charsets, rows } of NATIONAL_TEXTS)
    for (const charset of charsets) {
      const bytes = iconv.encode(rows.slice(0, 3).flat().join(','), charset);
      const found = likeliestCharset(bytes);
      t.equal(
        iconv.decode(bytes, found),
        iconv.decode(bytes, charset),
        `${language} in ${charset}, read as ${found}`,
      );
    }
});

t.test('degrees, quotation marks and numbers of houses are signs of Windows-1252', async (t) => {
  const rows = (row: string): string => `name,note\n${row}\n`.repeat(50);
  for (const text of [
    '48°51\'24"N,2°21\'07"E',
    '48°N,2°E',
    'A,“Nice place”',
    'B,it’s – was',
    'C,Nº 12',
    'D,50 € ± 5 %',
    'E,2½ km²',
    'F,Beyoncé™',
    'G,São',
  ])
    t.equal(likeliestCharset(iconv.encode(rows(text), 'windows-1252')), 'windows-1252', text);
});
