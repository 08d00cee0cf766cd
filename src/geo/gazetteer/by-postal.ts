import type { Answers } from './answers.js';
import { isIn } from './area-evidence.js';
import type { Candidates } from './candidates.js';
import type { Evidence } from './evidence.js';
import { type Gazetteer, kmBetween, NONE } from './gazetteer.js';
import { quoted, zipWord } from './messages.js';
import type { Place } from './place.js';
import { isCoarse } from './postal-code.js';
import type { Request } from './request.js';
import { postOf } from './territories.js';

/** A town as far as this from the centre of a postal area is that area's; coarse areas are larger. */
const TOWN_OF_POSTAL_KM = 50;
const TOWN_OF_COARSE_KM = 150;
/** A postal area as far as this from the centre of a county may lie in it. */
const COUNTY_KM = 150;

/** Places an address whose postal code is known, and notes what contradicts it: the rules are in docs/places.md. */
export class ByPostal {
  readonly #gazetteer: Gazetteer;
  readonly #candidates: Candidates;
  readonly #answers: Answers;

  constructor(gazetteer: Gazetteer, candidates: Candidates, answers: Answers) {
    this.#gazetteer = gazetteer;
    this.#candidates = candidates;
    this.#answers = answers;
  }

  /** Whether the city is the town of the postal area by its name, so that no other place can be meant. */
  isItsTown({ city }: Request, { postal, postalKey }: Evidence): boolean {
    return (
      !isCoarse(postalKey!) &&
      this.#gazetteer.townKeys.first(city.key) === this.#gazetteer.postals.town[postal]
    );
  }

  /**
   * @param isItsTown see there; else the candidates are the places of the city's name
   * @param otherwise what is noted when nothing contradicts the postal code
   */
  place(request: Request, evidence: Evidence, isItsTown: boolean, otherwise: string | null): Place {
    const { postal, code, states } = evidence;
    const isCoarseArea = isCoarse(evidence.postalKey!);
    const km = isCoarseArea ? TOWN_OF_COARSE_KM : TOWN_OF_POSTAL_KM;
    const town = isItsTown ? -1 : this.#candidates.nearPostal(postal, km);
    const isTownElsewhere = !isItsTown && town < 0 && this.#candidates.count > 0;
    const isStateElsewhere = states.length > 0 && !this.#isPostalIn(postal, states);
    if (
      isStateElsewhere &&
      isTownElsewhere &&
      this.#candidates.narrow((place) => isIn(this.#gazetteer, place, states))
    )
      return this.#againstPostal(request, evidence);
    const note = isStateElsewhere
      ? `${this.#where(request, evidence)}, not ${this.#gazetteer.areas.name(states[0]!)}`
      : isTownElsewhere
        ? `${this.#where(request, evidence)}, not in ${quoted(request.city.text)}`
        : otherwise;
    if (isCoarseArea && town >= 0) return { ...this.#answers.atPlace(town, 'city', note), country: code };
    return this.#answers.atPostal(postal, code, 'postal', note);
  }

  /** City and state agree with each other, the postal code with neither. */
  #againstPostal(request: Request, evidence: Evidence): Place {
    const place = this.#candidates.best();
    const where = `${this.#gazetteer.places.name(place)}, ${this.#answers.stateOf(place)}`;
    return this.#answers.atPlace(place, 'city', `${this.#where(request, evidence)}, not in ${where}`);
  }

  /** "ZIP 43004 is in Blacklick, Ohio". */
  #where(request: Request, { postal, code }: Evidence): string {
    const state = this.#answers.stateOfPostal(postal);
    return `${zipWord(postOf(code))} ${request.postal!.text.toUpperCase()} is in ${this.#answers.townOfPostal(postal)}${state && `, ${state}`}`;
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
