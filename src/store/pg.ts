/**
 * The second driver, which this file alone knows: for threads, COPY and long transactions. `postgres` 3.4.9
 * never settles a COPY FROM that fails inside `begin`, and leaves its transaction open (postgres#1173); a
 * reader that leaves a COPY TO half-way leaves a connection that answers no statement any more. It takes 0.11
 * µs of processor time to send a row of COPY, and `pg` 0.02.
 */
import './navigator.js';

export { default } from 'pg';
export { from as copyFrom, to as copyTo } from 'pg-copy-streams';
