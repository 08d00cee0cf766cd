import t from 'tap';
import { letterOUnder } from '../../../src/format/cells/letter-o.js';

t.test('German and Dutch headers make an O the east', async (t) => {
  for (const headers of [
    ['Breite', 'Länge'],
    ['Lat', 'Längengrad'],
    ['lat', 'la\u0308nge'],
    ['GEO_LAENGE'],
    ['Koordinaten'],
    ['Breedtegraad', 'Lengtegraad'],
    ['Coördinaten'],
    ['Grad Ost'],
  ])
    t.equal(letterOUnder(headers), 'east', headers.join());
});

t.test('Romance headers make it the west', async (t) => {
  for (const headers of [
    ['Latitud', 'Longitud'],
    ['latitudine', 'longitudine'],
    ['Coordonnées GPS'],
    ['Coordenadas'],
    ['Lat', 'Longitude ouest'],
    ['lon_oeste'],
  ])
    t.equal(letterOUnder(headers), 'west', headers.join());
});

t.test('headers of many languages, or of both kinds, leave it open', async (t) => {
  for (const headers of [
    [],
    ['lat', 'lng'],
    ['Latitude', 'Longitude'],
    ['LATITUDE', 'LONGITUD'],
    ['coordinates'],
    ['Breite', 'Longitudine'],
    ['Kostenstelle'],
  ])
    t.equal(letterOUnder(headers), null, headers.join());
});
