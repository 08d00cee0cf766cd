import { counter, gauge, type MetricReader } from '../base/metrics/metric-reader.js';
import { picked, type Uses } from '../base/metrics/use-readings.js';
import type { ConnectionUse } from './client.js';
import { silentConnections } from './silence.js';

export function connectionReadings(pools: Uses<ConnectionUse>): MetricReader[] {
  const of = (pick: (use: ConnectionUse) => number) => [picked(pools, pick), 'pool'] as const;
  return [
    gauge('database_connections_limit', 'Connections at most', ...of(({ limit }) => limit)),
    counter(
      'database_connections_silent_total',
      'Connections given up because the server left a statement unanswered',
      silentConnections,
    ),
    gauge('database_statements_running', 'Statements that have a connection', ...of(({ busy }) => busy)),
    gauge('database_statements_waiting', 'Statements behind others', ...of(({ waiting }) => waiting)),
    counter('database_statements_total', 'Statements that ended', ...of(({ statements }) => statements)),
    counter(
      'database_statement_seconds_total',
      'Time of statements, their wait for a connection included',
      ...of(({ seconds }) => seconds),
    ),
  ];
}
