import t from 'tap';
import { fold, foldName, repairMojibake } from '../../src/recognise/fold.js';

t.test('folding removes case, accents and the letters that other languages write otherwise', async (t) => {
  t.equal(fold('Straße'), 'strasse');
  t.equal(fold('CITTÀ'), 'citta');
  t.equal(fold('Nº Endereço'), 'no endereco');
  t.equal(fold('Œuvre'), 'oeuvre');
  t.equal(fold('Smørrebrød'), 'smorrebrod');
  t.equal(fold('L’Hôtel'), "l'hotel");
  t.equal(fold(''), '');
});

t.test('composed and decomposed letters fold alike', async (t) => {
  t.equal(fold('e\u0301cole'), fold('\u00e9cole'));
});

t.test('names keep letters and digits with one blank between', async (t) => {
  t.equal(foldName("  Côte-d'Or (21) "), 'cote d or 21');
  t.equal(foldName('北京 市'), '北京 市');
  t.equal(foldName('---'), '');
});

t.test('UTF-8 that was read as Windows-1252 is repaired', async (t) => {
  t.equal(repairMojibake('StraÃŸe'), 'Straße');
  t.equal(repairMojibake('DirecciÃ³n'), 'Dirección');
  t.equal(repairMojibake('Ãž'), 'Ãž');
  t.equal(repairMojibake('SÃO PAULO'), 'SÃO PAULO');
});
