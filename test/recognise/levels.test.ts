import t from 'tap';
import { labelsOf } from './labels-of.js';

t.test('the highest subdivision is the state, the next one the county', async (t) => {
  t.strictSame(labelsOf('Regione|Provincia|Comune', 'Lazio|Roma|Tivoli'), ['state', 'county', 'city']);
  t.strictSame(labelsOf('REGIONS|DEPARTEMENTS|VILLE', 'ALSACE|BAS-RHIN|HAGUENAU'), [
    'state',
    'county',
    'city',
  ]);
  t.strictSame(labelsOf('Bundesland|Landkreis|Gemeinde', 'Bayern|Hof|Rehau'), ['state', 'county', 'city']);
  t.strictSame(labelsOf('Distrito|Concelho|Localidade', 'Braga|Fafe|Arões'), ['state', 'county', 'city']);
  t.strictSame(labelsOf('Provincie|Gemeente|Plaats', 'Utrecht|Zeist|Den Dolder'), [
    'state',
    'county',
    'city',
  ]);
  t.strictSame(labelsOf('Entidad|Municipio|Localidad', 'Puebla|Atlixco|Metepec'), [
    'state',
    'county',
    'city',
  ]);
});

t.test('a province or department alone is the state', async (t) => {
  t.strictSame(labelsOf('Nome|Comune|Provincia', 'Bar|Monopoli|BA'), ['name', 'city', 'state']);
  t.strictSame(labelsOf('Nom|Département', 'Gîte|Finistère'), ['name', 'state']);
});

t.test('a municipality beside a settlement is no state', async (t) => {
  t.strictSame(labelsOf('Gemeente|Woonplaats', 'Culemborg|Culemborg'), ['county', 'city']);
  t.strictSame(labelsOf('Municipio|Localidad', 'Denia|Jesús Pobre'), ['county', 'city']);
});

t.test('codes of levels and neighbourhoods are custom', async (t) => {
  t.strictSame(labelsOf('COD_MUNICIPIO|MUNICIPIO|BARRIO', '228|Serra|Centro'), ['custom', 'city', 'custom']);
  t.strictSame(labelsOf('code_commune|nom_commune|quartier', '35238|Rennes|Nord'), [
    'custom',
    'city',
    'custom',
  ]);
});

t.test('words that are also something else need values that are states', async (t) => {
  t.strictSame(labelsOf('Nombre|Estado', 'Bar|Puebla', 'Café|Jalisco'), ['name', 'state']);
  t.strictSame(labelsOf('Nombre|Estado', 'Bar|abierto', 'Café|cerrado').includes('state'), false);
  t.strictSame(labelsOf('Nome|Stato', 'Bar|Italia', 'Caffè|Francia'), ['name', 'country']);
  t.strictSame(labelsOf('Nome|stato_lavori', 'Bar|aperto', 'Caffè|chiuso').includes('country'), false);
});

t.test('a borough is custom in Berlin and a county above Austrian communes', async (t) => {
  t.strictSame(labelsOf('Name|Bezirk|PLZ', 'Kita|Pankow|10115'), ['name', 'custom', 'zip']);
  t.strictSame(labelsOf('Name|Bezirk|Gemeinde', 'Rathaus|Bregenz|Hard'), ['name', 'county', 'city']);
});

t.test('postal code and town in one cell are neither', async (t) => {
  t.strictSame(labelsOf('Name|PLZ Ort', 'Café|10435 Berlin'), ['name', 'custom']);
  t.strictSame(labelsOf('Nom|CP_ville', 'Café|31000'), ['name', 'zip']);
});

t.test(
  'a canton is the state in Switzerland, and lies within the province in Ecuador and the département in France',
  async (t) => {
    t.strictSame(labelsOf('Nom|Localité|Canton', 'Gare|Lausanne|VD', 'Gare|Genève|GE'), [
      'name',
      'city',
      'state',
    ]);
    t.strictSame(labelsOf('Nom|Localité|Canton', 'Gare|Lausanne|Vaud', 'Gare|Sion|Valais'), [
      'name',
      'city',
      'state',
    ]);
    t.strictSame(
      labelsOf('Nombre|Cantón|Provincia', 'Escuela Sol|Quito|Pichincha', 'Liceo Mar|Cuenca|Azuay'),
      ['name', 'county', 'state'],
    );
    t.strictSame(labelsOf('Nom|Commune|Canton|Département', 'Gare|Vitré|Vitré|Ille-et-Vilaine'), [
      'name',
      'city',
      'county',
      'state',
    ]);
  },
);
