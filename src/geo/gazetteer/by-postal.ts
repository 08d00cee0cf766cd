import type { Answers } from './answers.js';
import { isIn } from './area-evidence.js';
import type { Candidates } from './candidates.js';
import type { Evidence } from './evidence.js';
import { type Gazetteer, kmBetween, NONE } from './gazetteer.js';
import { quoted, zipWord } from './messages.js';
import type { Place } from './place.js';
import type { Request } from './request.js';
import { postOf } from './territories.js';

/** A town as far as this from the centre of a postal area is that area's, also of one that is smaller. */
const TOWN_OF_POSTAL_KM = 50;
/** So far from the centre of a coarse area towns are its own in neighbouring states, too. */
const TOWN_ACROSS_BORDER_KM = 150;
/** The centre of a larger area says no more than that of a state. */
const VAST_KM = 250;
/** A postal area as far as this from the centre of a county may lie in it. */
const COUNTY_KM = 150;

/** Places an address whose postal code is known, and notes what contradicts it: the rules are in docs/places.md#how-an-address-is-placed. */
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
   * @param isItsTown whether the city is its town by name; else the candidates are the places of the city's name
   * @param otherwise what is noted when nothing contradicts the postal code
   */
  place(request: Request, evidence: Evidence, isItsTown: boolean, otherwise: string | null): Place {
    const { postal, code, states } = evidence;
    const isCoarse = this.#gazetteer.postals.spread[postal] !== 0;
    const town = isItsTown ? -1 : this.#townOf(evidence);
    const isTownElsewhere = !isItsTown && town < 0 && this.#candidates.count > 0;
    const isStateElsewhere =
      states.length > 0 && !this.#isPostalIn(postal, states) && !this.#isTownAcrossBorder(town, evidence);
    if (
      isStateElsewhere &&
      isTownElsewhere &&
      this.#candidates.narrow((place) => isIn(this.#gazetteer, place, states))
    )
      return this.#againstPostal(request, evidence);
    const isVast = this.#gazetteer.postals.spread[postal]! > VAST_KM;
    if (isVast && town < 0 && !isStateElsewhere) {
      // Where in it is not known, nor that the town is elsewhere.
      const isNamed = request.city.text !== '';
      const unknown = `${quoted(request.city.text)} is not known in the area of ${this.#code(request, evidence)}`;
      return this.#answers.atPostal(postal, code, 'state', isNamed ? `city ${unknown}` : otherwise);
    }
    const note = isStateElsewhere
      ? `${this.#where(request, evidence)}, not ${this.#gazetteer.areas.name(states[0]!)}`
      : isTownElsewhere
        ? `${this.#where(request, evidence)}, not in ${quoted(request.city.text)}`
        : otherwise;
    if (isCoarse && town >= 0) return { ...this.#answers.atPlace(town, 'city', note), country: code };
    return this.#answers.atPostal(postal, code, 'postal', note);
  }

  /** The place of the city's name that is the postal area's; -1: there is none. */
  #townOf({ postal, states }: Evidence): number {
    const { postals, places } = this.#gazetteer;
    const spreadKm = postals.spread[postal]!;
    const near = this.#candidates.nearPostal(
      postal,
      Math.max(TOWN_OF_POSTAL_KM, Math.min(spreadKm, TOWN_ACROSS_BORDER_KM)),
    );
    if (near >= 0 || spreadKm <= TOWN_ACROSS_BORDER_KM) return near;
    // Of several of a name one beyond the state's border may be another's; "Kalka" is a single one, as 0872 reaches into three states.
    if (this.#candidates.count === 1 && states.length === 0)
      return this.#candidates.nearPostal(postal, spreadKm);
    return this.#candidates.nearPostal(
      postal,
      spreadKm,
      (place) => places.state[place] === postals.state[postal] || isIn(this.#gazetteer, place, states),
    );
  }

  /** Whether a coarse area has a town in the state that is asked for, though most of it lies in another; Canadian ones end at provinces. */
  #isTownAcrossBorder(town: number, { postal, states, code }: Evidence): boolean {
    const isCoarse = this.#gazetteer.postals.spread[postal] !== 0;
    return isCoarse && code !== 'CA' && town >= 0 && isIn(this.#gazetteer, town, states);
  }

  /** City and state agree with each other, the postal code with neither. */
  #againstPostal(request: Request, evidence: Evidence): Place {
    const place = this.#candidates.best();
    const where = `${this.#gazetteer.places.name(place)}, ${this.#answers.stateOf(place)}`;
    return this.#answers.atPlace(place, 'city', `${this.#where(request, evidence)}, not in ${where}`);
  }

  /** "ZIP 43004 is in Blacklick, Ohio". */
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
