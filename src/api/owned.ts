import { JobParams } from '../schema/job.js';
import { MapParams } from '../schema/map.js';
import { MarkerParams } from '../schema/marker.js';
import { findOwnedJob } from '../store/jobs.js';
import { findOwnedMap } from '../store/maps.js';

/** Parts of routes below what an account owns: the parameters of the path, and how they are found. */
export const OF_MAP = { params: MapParams, own: findOwnedMap };
export const OF_MARKER = { params: MarkerParams, own: findOwnedMap };
export const OF_JOB = { params: JobParams, own: findOwnedJob };
