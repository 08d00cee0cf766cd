import { nameKey } from '../../geo/gazetteer/name-key.js';
import { EXONYMS } from './data/exonyms.js';
import type { DraftPlace } from './draft.js';
import type { PlaceIndex } from './place-index.js';

const moreFamous = (a: DraftPlace, b: DraftPlace): DraftPlace =>
  b.population > a.population || (b.population === a.population && b.isSeat && !a.isSeat) ? b : a;

/** Adds other names of larger cities. */
export function addExonyms(index: PlaceIndex): void {
  for (const [country, list] of Object.entries(EXONYMS)) {
    for (const entry of list.split(';')) {
      const [name = '', others = ''] = entry.split('=');
      const names = [name, ...others.split(',')];
      const found = names.flatMap((each) => index.named(country, nameKey(each)));
      if (found.length === 0) throw new Error(`no place ${name} in ${country}`);
      const place = found.reduce(moreFamous);
      for (const each of names) index.addKey(place, nameKey(each));
    }
  }
}
