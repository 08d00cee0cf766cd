import { rangeOf } from './cell-reference.js';
import { readPart } from './read-part.js';
import {
  cellPlace,
  isMergedDown,
  isWebAddress,
  MAX_LINKS,
  MAX_MERGES,
  type SheetExtras,
} from './sheet-changes.js';
import { attribute, attributesOf, type XmlHandler, XmlScanner } from './xml-scanner.js';
import { decodeEntities, fromBytes } from './xml-text.js';
import type { ZipParts } from './zip-parts.js';

/** Cells that one link is for: an area of them is a mistake beyond. */
const MAX_LINKED = 1000;

/** Merged cells and links of a worksheet, which stand behind its rows. */
class ExtrasReader implements XmlHandler {
  readonly merges: SheetExtras['merges'][number][] = [];
  readonly links = new Map<number, string>();

  constructor(readonly targets: ReadonlyMap<string, string>) {}

  open(name: string, tag: string): void {
    if (name === 'mergeCell') {
      const range = rangeOf(attribute(tag, 'ref'));
      if (range !== null && isMergedDown(range) && this.merges.length < MAX_MERGES) this.merges.push(range);
    } else if (name === 'hyperlink') this.#link(tag);
  }

  close(): void {}
  text(): void {}

  #link(tag: string): void {
    const ids = [...attributesOf(tag)].flatMap(([name, id]) => (name.endsWith(':id') ? [id] : []));
    const target = ids.map((id) => this.targets.get(id)).find((found) => found !== undefined);
    const ref = attribute(tag, 'ref');
    const range = rangeOf(ref.includes(':') ? ref : `${ref}:${ref}`);
    if (target === undefined || range === null) return;
    // Excel writes the part behind # apart.
    const location = fromBytes(decodeEntities(attribute(tag, 'location')));
    const whole = location === '' || target.includes('#') ? target : `${target}#${location}`;
    const address = isWebAddress(whole) ? whole : target;
    let count = 0;
    for (let row = range.firstRow; row <= range.lastRow; row++)
      for (let column = range.firstColumn; column <= range.lastColumn; column++) {
        if (++count > MAX_LINKED || this.links.size >= MAX_LINKS) return;
        this.links.set(cellPlace(row, column), address);
      }
  }
}

class TargetsReader implements XmlHandler {
  readonly targets = new Map<string, string>();

  open(name: string, tag: string): void {
    if (name !== 'Relationship' || !attribute(tag, 'Type').endsWith('/hyperlink')) return;
    const target = fromBytes(decodeEntities(attribute(tag, 'Target')));
    if (isWebAddress(target) && this.targets.size < MAX_LINKS) this.targets.set(attribute(tag, 'Id'), target);
  }

  close(): void {}
  text(): void {}
}

/**
 * @param hasMerges whether merged cells are asked for: the part is read once more for them, and for links
 * where it has any
 */
export async function readExtras(zip: ZipParts, part: string, hasMerges: boolean): Promise<SheetExtras> {
  const slash = part.lastIndexOf('/') + 1;
  const relationships = `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`;
  const reader = new TargetsReader();
  if (zip.has(relationships))
    for await (const _ of readPart(zip, relationships, new XmlScanner(reader, relationships)));
  const extras = new ExtrasReader(reader.targets);
  if (hasMerges || reader.targets.size > 0)
    for await (const _ of readPart(zip, part, new XmlScanner(extras, part)));
  return extras;
}
