import { workerData } from 'node:worker_threads';
import { moved } from '../src/base/threads/moved.js';
import { giveWay } from '../src/base/threads/priority.js';
import type { PackedPins } from '../src/geo/nearby/packed-pins.js';
import { type UnitedPins, unitePins } from '../src/geo/nearby/united-pins.js';
import type { PackTask } from '../src/nearby/pack-pool.js';
import type { PinTexts } from '../src/nearby/pin-json.js';
import { PinReader } from '../src/nearby/pin-reader.js';

giveWay();
const { databaseUrl } = workerData as { databaseUrl: string };
const reader = new PinReader(databaseUrl);

export const pack = (task: PackTask): Promise<PackedPins> => reader.pack(task);

export async function readTexts(task: {
  mapId: number;
  pins: PackedPins;
  maxBytes: number;
}): Promise<PinTexts | null> {
  const texts = await reader.readTexts(task.mapId, task.pins, task.maxBytes);
  return texts && moved(texts);
}

export const unite = (task: { members: readonly PackedPins[] }): UnitedPins => unitePins(task.members);
