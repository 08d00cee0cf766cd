import type { Answers } from './answers.js';
import { isIn, narrowToAreas } from './area-evidence.js';
import type { Candidates } from './candidates.js';
import type { Evidence } from './evidence.js';
import { type Gazetteer, kmBetween, NONE } from './gazetteer.js';
import { quoted, zipWord } from './messages.js';
import { nameKey } from './name-key.js';
import type { Place } from './place.js';
import type { Request } from './request.js';
import { isDependency, postOf } from './territories.js';

/** A town this near to the centre of a postal area belongs to it, also where the area is smaller. */
const TOWN_OF_POSTAL_KM = 50;
/** A town this near to the centre of a coarse area belongs to it, also across a state border. */
const TOWN_ACROSS_BORDER_KM = 150;
/** Spread of an area from which its centre says no more than that of a state. */
const VAST_KM = 250;
/** A postal area this near to the centre of a county may lie in it. */
const COUNTY_KM = 150;

/** Places an address with a known postal code and notes contradictions. docs/places.md has the rules. */
export class ByPostal {
  readonly #gazetteer: Gazetteer;
  readonly #candidates: Candidates;
  readonly #answers: Answers;

  constructor(gazetteer: Gazetteer, candidates: Candidates, answers: Answers) {
    this.#gazetteer = gazetteer;
    this.#candidates = candidates;
    this.#answers = answers;
  }

  /**
   * @param isItsTown whether the city is the postal area's town by name; else the candidates are the places
   * of the city's name
   * @param otherwise note for an address that does not contradict its postal code
   */
  place(request: Request, evidence: Evidence, isItsTown: boolean, otherwise: string | null): Place {
    const { postal, code, states } = evidence;
    const isCoarse = this.#gazetteer.postals.spread[postal] !== 0;
    const town = isItsTown ? -1 : this.#townOf(evidence);
    const isTownElsewhere = !isItsTown && town < 0 && this.#candidates.count > 0;
    const isStateElsewhere =
      states.length > 0 && !this.#isPostalIn(postal, states) && !this.#isTownAcrossBorder(town, evidence);
    if (isStateElsewhere && isTownElsewhere && narrowToAreas(this.#gazetteer, this.#candidates, states))
      return this.#againstPostal(request, evidence);
    const isVast = this.#gazetteer.postals.spread[postal]! > VAST_KM;
    if (isVast && town < 0 && !isStateElsewhere) {
      // The town's position in a coarse area is unknown, so it cannot contradict.
      const isNamed = request.city.text !== '';
      const unknown = `${quoted(request.city.text)} is not known in the area of ${this.#code(request, evidence)}`;
      return this.#answers.atPostal(postal, code, 'state', isNamed ? `city ${unknown}` : otherwise);
    }
    const note = isStateElsewhere
      ? `${this.#where(request, evidence)}, not ${this.#gazetteer.areas.name(states[0]!)}`
      : isTownElsewhere && !this.#isOfDependency(request, evidence)
        ? `${this.#where(request, evidence)}, not in ${quoted(request.city.text)}`
        : otherwise;
    if (isCoarse && town >= 0) return { ...this.#answers.atPlace(town, 'city', note), country: code };
    return this.#answers.atPostal(postal, code, 'postal', note);
  }

  /** The place of the city's name that belongs to the postal area; -1: none. */
  #townOf({ postal, states }: Evidence): number {
    const { postals, places } = this.#gazetteer;
    const spreadKm = postals.spread[postal]!;
    const near = this.#candidates.nearPostal(
      postal,
      Math.max(TOWN_OF_POSTAL_KM, Math.min(spreadKm, TOWN_ACROSS_BORDER_KM)),
    );
    if (near >= 0 || spreadKm <= TOWN_ACROSS_BORDER_KM) return near;
    // Among several places of a name, one beyond the state border may belong to another area; "Kalka" is the
    // only one, as 0872 reaches into three states.
    if (this.#candidates.count === 1 && states.length === 0)
      return this.#candidates.nearPostal(postal, spreadKm);
    return this.#candidates.nearPostal(
      postal,
      spreadKm,
      (place) => places.state[place] === postals.state[postal] || isIn(this.#gazetteer, place, states),
    );
  }

  /**
   * Tells whether a dependency of the country, whose codes the country's post has, has the city: Douglas on
   * the Isle of Man. Changes the candidates.
   */
  #isOfDependency({ city }: Request, { postal, code }: Evidence): boolean {
    if (nameKey(this.#answers.townOfPostal(postal)) === city.key) return true;
    const { places } = this.#gazetteer;
    this.#candidates.take(city.key, -1);
    const town = this.#candidates.nearPostal(postal, TOWN_OF_POSTAL_KM, (place) =>
      isDependency(this.#gazetteer.countryCode(places.country[place]!), code),
    );
    return town >= 0;
  }

  /**
   * Tells whether a coarse area has a town in the requested state although most of it lies in another;
   * Canadian areas end at provinces.
   */
  #isTownAcrossBorder(town: number, { postal, states, code }: Evidence): boolean {
    const isCoarse = this.#gazetteer.postals.spread[postal] !== 0;
    return isCoarse && code !== 'CA' && town >= 0 && isIn(this.#gazetteer, town, states);
  }

  /** The city and state agree; the postal code contradicts both. */
  #againstPostal(request: Request, evidence: Evidence): Place {
    const place = this.#candidates.best();
    const where = `${this.#gazetteer.places.name(place)}, ${this.#answers.stateOf(place)}`;
    return this.#answers.atPlace(place, 'city', `${this.#where(request, evidence)}, not in ${where}`);
  }

  /** Text for messages: "ZIP 43004 is in Blacklick, Ohio". */
  #where(request: Request, evidence: Evidence): string {
    const { postal } = evidence;
    const state = this.#answers.stateOfPostal(postal);
    return `${this.#code(request, evidence)} is in ${this.#answers.townOfPostal(postal)}${state && `, ${state}`}`;
  }

  #code({ postal }: Request, { code }: Evidence): string {
    return `${zipWord(postOf(code))} ${postal!.text.toUpperCase()}`;
  }

  #isPostalIn(postal: number, states: readonly number[]): boolean {
    const { postals, places, areas } = this.#gazetteer;
    return states.some((area) => {
      if (area === postals.state[postal] || area === postals.county[postal]) return true;
      if (this.#gazetteer.isState(area)) return false;
      const centre = this.#gazetteer.centreOf(area);
      if (areas.state[area] === postals.state[postal] && postals.county[postal] === NONE) return true;
      return centre >= 0 && kmBetween(places, centre, postals, postal) <= COUNTY_KM;
    });
  }
}
