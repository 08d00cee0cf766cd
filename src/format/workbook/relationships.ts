import { parsePart } from './read-part.js';
import { attribute, type XmlHandler } from './xml-scanner.js';
import { decodeEntities, fromBytes } from './xml-text.js';
import type { ZipParts } from './zip-parts.js';

export interface Relationship {
  readonly id: string;
  /** Last part of its name, the same in strict and transitional files: `worksheet`. */
  readonly type: string;
  /** Name of the part. */
  readonly target: string;
}

const MAX_RELATIONSHIPS = 10_000;

class RelationshipsReader implements XmlHandler {
  readonly found: Relationship[] = [];

  constructor(readonly folder: string) {}

  open(name: string, tag: string): void {
    if (name !== 'Relationship' || this.found.length >= MAX_RELATIONSHIPS) return;
    if (attribute(tag, 'TargetMode').toLowerCase() === 'external') return;
    const target = decodeURIPath(fromBytes(decodeEntities(attribute(tag, 'Target'))));
    const type = attribute(tag, 'Type');
    this.found.push({
      id: attribute(tag, 'Id'),
      type: type.slice(type.lastIndexOf('/') + 1),
      target: resolve(this.folder, target),
    });
  }

  close(): void {}
  text(): void {}
}

/** Parts that a part refers to, none where it has no relationships. @param part '' for the package itself */
export async function readRelationships(zip: ZipParts, part: string): Promise<readonly Relationship[]> {
  const slash = part.lastIndexOf('/') + 1;
  const folder = part.slice(0, slash);
  const name = `${folder}_rels/${part.slice(slash)}.rels`;
  if (!zip.has(name)) return [];
  const reader = new RelationshipsReader(folder);
  await parsePart(zip, name, reader);
  return reader.found;
}

/** Targets are relative to the folder of their part, or absolute in the package. */
function resolve(folder: string, target: string): string {
  const path: string[] = [];
  for (const step of (target.startsWith('/') ? target : folder + target).split('/')) {
    if (step === '..') path.pop();
    else if (step !== '' && step !== '.') path.push(step);
  }
  return path.join('/');
}

function decodeURIPath(target: string): string {
  try {
    return decodeURI(target);
  } catch {
    return target;
  }
}
