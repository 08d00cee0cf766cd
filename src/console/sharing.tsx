import { useState } from 'preact/hooks';
import type { Share } from '../schema/share.js';
import { api, dataOf } from './api.js';
import {
  Button,
  Confirm,
  Dialog,
  Field,
  Problem,
  plural,
  Rows,
  submits,
  TextField,
  useAction,
  useLoaded,
} from './ui.js';

type Level = Share['access_level'];
const LEVELS: Record<Level, string> = {
  viewer: 'Viewer: sees the map',
  member: 'Member: changes places, imports',
  admin: 'Admin: changes the map, too',
};

const LevelSelect = (props: {
  label?: string;
  id?: string;
  value: Level;
  onChange: (level: Level) => void;
}) => (
  <select
    id={props.id}
    aria-label={props.label}
    value={props.value}
    onChange={(event) => props.onChange(event.currentTarget.value as Level)}
  >
    {(Object.keys(LEVELS) as Level[]).map((level) => (
      <option key={level} value={level}>
        {props.label ? level[0]!.toUpperCase() + level.slice(1) : LEVELS[level]}
      </option>
    ))}
  </select>
);

/** People with whom a map is shared: invite, change, remove. Who may not change anything sees the list. */
export function SharingDialog({
  mapId,
  mayChange,
  onClose,
}: {
  mapId: number;
  mayChange: boolean;
  onClose: () => void;
}) {
  const path = { map_id: mapId };
  const shares = useLoaded(
    (signal) => dataOf(api.GET('/maps/{map_id}/shares', { params: { path }, signal })),
    [mapId],
  );
  const [removed, setRemoved] = useState<Share | null>(null);
  const [told, setTold] = useState('');
  const [change, , changeError] = useAction(async ({ id, email }: Share, access_level: Level) => {
    setTold('');
    await api.PATCH('/maps/{map_id}/shares/{share_id}', {
      params: { path: { ...path, share_id: id } },
      body: { access_level },
    });
    setTold(`${email} is ${access_level} from now on.`);
    shares.reload();
  }, shares.reload);
  if (removed)
    return (
      <Confirm
        title={`Remove ${removed.email}?`}
        text="This person no longer sees the map. An invitation that was not sent yet is withdrawn."
        action="Remove"
        onConfirm={async () => {
          await api.DELETE('/maps/{map_id}/shares/{share_id}', {
            params: { path: { ...path, share_id: removed.id } },
          });
          shares.reload();
        }}
        onClose={() => setRemoved(null)}
      />
    );
  const all = shares.data?.shares;
  return (
    <Dialog title="Share this map" onClose={onClose}>
      {mayChange && (
        <Invite
          mapId={mapId}
          onInvited={(words) => {
            setTold(words);
            shares.reload();
          }}
        />
      )}
      <p class="told" role="status">
        {told}
      </p>
      <Problem error={shares.error ?? changeError} onRetry={shares.reload} />
      {!all && !shares.error && <Rows count={2} />}
      {all?.length === 0 && <p class="muted">Nobody else sees this map yet.</p>}
      {all && all.length > 0 && (
        <>
          <h3>{plural(all.length, 'person', 'people')}</h3>
          <ul class="share-list">
            {all.map((share) => (
              <li key={share.id}>
                <span title={share.email}>{share.email}</span>
                {mayChange ? (
                  <>
                    <LevelSelect
                      label={`Level of ${share.email}`}
                      value={share.access_level}
                      onChange={(level) => void change(share, level)}
                    />
                    <Button
                      kind="quiet"
                      icon="trash"
                      aria-label={`Remove ${share.email}`}
                      onClick={() => setRemoved(share)}
                    />
                  </>
                ) : (
                  <span class="muted">{share.access_level}</span>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {!mayChange && <p class="hint">The owner of the map decides who sees it.</p>}
    </Dialog>
  );
}

function Invite({ mapId, onInvited }: { mapId: number; onInvited: (words: string) => void }) {
  const [email, setEmail] = useState('');
  const [level, setLevel] = useState<Level>('viewer');
  const [invite, busy, error] = useAction(async () => {
    await api.POST('/maps/{map_id}/shares', {
      params: { path: { map_id: mapId } },
      body: { email: email.trim(), access_level: level },
    });
    onInvited(
      `${email.trim()} can sign in and see the map. Whoever has no password yet gets a mail to set one.`,
    );
    setEmail('');
  });
  return (
    <form onSubmit={submits(invite)}>
      <TextField
        label="E-mail of a person"
        type="email"
        required
        maxLength={254}
        placeholder="name@example.com"
        value={email}
        onValue={setEmail}
      />
      <Field label="May do">{(id) => <LevelSelect id={id} value={level} onChange={setLevel} />}</Field>
      <Problem error={error} />
      <footer>
        <Button kind="primary" type="submit" busy={busy}>
          Invite
        </Button>
      </footer>
    </form>
  );
}
