import { randomBytes } from 'node:crypto';

/** Longest time without a request, and longest time in all, after which a session ends. */
export const SESSION_LIMITS = { idleHours: 72, longestDays: 30 };
/** Sessions of an account; the one that was used longest ago ends when another begins. */
export const MAX_SESSIONS = 20;

/** 256 random bits. */
export const newSessionToken = (): string => `cs_${randomBytes(32).toString('base64url')}`;
export const SESSION_SHAPE = /^cs_[\w-]{43}$/;
