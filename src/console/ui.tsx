import type { ButtonHTMLAttributes, ComponentChildren, ComponentType } from 'preact';
import { useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { messageOf } from './api.js';
import { mayRecover, retryLater, retryPauseMs } from './retry.js';

const PATHS = {
  archive: 'M3 5h14v3H3zM4.5 8v8h11V8M8 11h4',
  back: 'M12 4l-6 6 6 6',
  check: 'M4 10.5l4 4 8-9',
  clone: 'M7 7V3.5h9.5V13H13M3.5 7H13v9.5H3.5z',
  close: 'M5 5l10 10M15 5L5 15',
  down: 'M5 8l5 5 5-5',
  edit: 'M4 16l.8-3.6L13 4.2l2.8 2.8-8.2 8.2z',
  file: 'M5 2.5h6.5L15.5 7v10.5H5zM11 2.5V7h4.5',
  move: 'M10 2.5v15M2.5 10h15M7.5 5L10 2.5 12.5 5M7.5 15l2.5 2.5 2.5-2.5M5 7.5L2.5 10 5 12.5M15 7.5l2.5 2.5-2.5 2.5',
  near: 'M10 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM10 2v3M10 15v3M2 10h3M15 10h3',
  picture: 'M3 4h14v12H3zM3 13.5l4.5-4.5 4 4 2.5-2.5 3 3M13 7.6h.01',
  pin: 'M10 2.5a5.4 5.4 0 0 0-5.4 5.4C4.6 12 10 17.5 10 17.5s5.4-5.5 5.4-9.6A5.4 5.4 0 0 0 10 2.5zM10 9.6a1.8 1.8 0 1 1 0-3.6 1.8 1.8 0 0 1 0 3.6z',
  plus: 'M10 4v12M4 10h12',
  restore: 'M4 4v4h4M4.6 8A6 6 0 1 1 4 11',
  share: 'M7.5 9a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2 17c0-3.5 2.2-5.5 5.5-5.5S13 13.5 13 17M15 6v6M12 9h6',
  search: 'M9 3.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zM13 13l4 4',
  trash: 'M4 6h12M8 6V3.5h4V6M5.5 6l.8 11h7.4l.8-11',
  undo: 'M7.5 4L4 7.5 7.5 11M4 7.5h8a4.2 4.2 0 0 1 0 8.5H9',
  upload: 'M10 13V3.5M6 7l4-4 4 4M3.5 13v3.5h13V13',
  warning: 'M10 3l7.5 13.5h-15zM10 8v4M10 14v.4',
} as const;
export type IconName = keyof typeof PATHS;

export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
);

type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'disabled'> & {
  icon?: IconName;
  kind?: 'primary' | 'plain' | 'danger' | 'quiet';
  busy?: boolean;
  disabled?: boolean;
  type?: 'button' | 'submit';
};
export function Button({
  icon,
  kind = 'plain',
  busy,
  disabled,
  type = 'button',
  children,
  ...rest
}: ButtonProps) {
  const only = children === undefined ? ' only' : '';
  return (
    <button
      {...rest}
      type={type}
      class={`button ${kind}${only}`}
      disabled={disabled || busy}
      aria-busy={busy}
    >
      {busy ? <span class="spinner" aria-hidden="true" /> : icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

export function Field({
  label,
  hint,
  children,
}: {
  label: string;
  hint?: string;
  children: (id: string) => ComponentChildren;
}) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(id)}
      {hint && <p class="hint">{hint}</p>}
    </div>
  );
}

interface TextFieldProps {
  label: string;
  hint?: string;
  value: string;
  onValue: (value: string) => void;
  /** Values that are offered. */
  offers?: readonly string[];
  type?: 'text' | 'email' | 'password';
  required?: boolean;
  pattern?: string;
  maxLength?: number;
  placeholder?: string;
  autofocus?: boolean;
  autocomplete?: 'off' | 'username' | 'current-password';
}
export const TextField = ({ label, hint, onValue, offers, autofocus, ...rest }: TextFieldProps) => (
  <Field label={label} {...(hint && { hint })}>
    {(id) => (
      <>
        <input
          {...(rest as object)}
          id={id}
          ref={(input) => {
            if (autofocus && input && !input.dataset.focused) input.focus();
            if (input) input.dataset.focused = 'once';
          }}
          list={offers && `${id}-list`}
          onInput={(event) => onValue(event.currentTarget.value)}
        />
        {offers && <Offers id={`${id}-list`} values={offers} />}
      </>
    )}
  </Field>
);
/** Choices of a select. Each bears its value: without one browsers take its text, with joined blanks. */
export const Options = ({ names }: { names: readonly string[] }) => (
  <>
    {names.map((name) => (
      <option key={name} value={name}>
        {name}
      </option>
    ))}
  </>
);
export const Offers = ({ id, values }: { id: string; values: readonly string[] }) => (
  <datalist id={id}>
    {values.map((value) => (
      <option key={value} value={value} />
    ))}
  </datalist>
);
/** Of an input whose value must be more than blanks. */
export const NOT_BLANK = { required: true, pattern: '.*\\S.*' } as const;

export const Check = ({
  type = 'checkbox',
  onCheck,
  children,
  ...rest
}: {
  type?: 'checkbox' | 'radio';
  name?: string;
  checked: boolean;
  onCheck: (checked: boolean) => void;
  children: ComponentChildren;
}) => (
  <label class="check">
    <input {...rest} type={type} onChange={(event) => onCheck(event.currentTarget.checked)} />
    <span>{children}</span>
  </label>
);

/**
 * A modal dialog of the browser: it holds the focus, Escape closes it, and the focus returns to where it was.
 * @param head gets the id of the title
 */
function Modal(props: {
  kind: 'dialog' | 'journey';
  head: (titleId: string) => ComponentChildren;
  onClose: () => void;
  children: ComponentChildren;
}) {
  const { kind, head, onClose, children } = props;
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const dialog = ref.current!;
    dialog.showModal();
    const first = kind === 'dialog' && dialog.querySelector<HTMLElement>('input, select, footer button');
    (first || dialog.querySelector('h2'))?.focus();
    // The browser gives the focus back when a dialog is closed, and not when it is gone.
    return () => dialog.close();
  }, []);
  return (
    <dialog
      ref={ref}
      class={kind}
      aria-labelledby={id}
      onClose={() => {
        // Closed by the browser, which lets no page hold a second Escape back.
        if (!ref.current) return;
        ref.current.showModal();
        onClose();
      }}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header>
        {head(id)}
        <Button kind="quiet" icon="close" aria-label="Close" onClick={onClose} />
      </header>
      {children}
    </dialog>
  );
}

const Title = ({ id, children }: { id: string; children: string }) => (
  <h2 id={id} tabIndex={-1}>
    {children}
  </h2>
);

/** A modal dialog with a title. */
export const Dialog = (props: { title: string; onClose: () => void; children: ComponentChildren }) => (
  <Modal kind="dialog" head={(id) => <Title id={id}>{props.title}</Title>} onClose={props.onClose}>
    {props.children}
  </Modal>
);

/** A modal dialog that takes most of the window, with a body and a footer of its own. */
export function Journey(props: {
  icon: IconName;
  title: string;
  words: string;
  onClose: () => void;
  children: ComponentChildren;
}) {
  const { icon, title, words, onClose, children } = props;
  const head = (id: string) => (
    <>
      <span class="map-badge">
        <Icon name={icon} />
      </span>
      <div>
        <Title id={id}>{title}</Title>
        <p class="muted">{words}</p>
      </div>
    </>
  );
  return (
    <Modal kind="journey" head={head} onClose={onClose}>
      {children}
    </Modal>
  );
}

export function Confirm(props: {
  title: string;
  text: string;
  action: string;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}) {
  const { title, text, action, onConfirm, onClose } = props;
  const [run, busy, error] = useAction(onConfirm, onClose);
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <Problem error={error} />
      <footer>
        <Button onClick={onClose}>Keep</Button>
        <Button kind="danger" busy={busy} onClick={() => run()}>
          {action}
        </Button>
      </footer>
    </Dialog>
  );
}

export const Problem = ({ error, onRetry }: { error: unknown; onRetry?: () => void }) =>
  error ? (
    <div class="problem" role="alert">
      <Icon name="warning" />
      <p>{messageOf(error)}</p>
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
    </div>
  ) : null;

export const Empty = ({
  icon,
  title,
  children,
}: {
  icon: IconName;
  title: string;
  children?: ComponentChildren;
}) => (
  <div class="empty">
    <span class="empty-icon">
      <Icon name={icon} />
    </span>
    <h2>{title}</h2>
    {children}
  </div>
);

export const Rows = ({ count }: { count: number }) => (
  <div class="skeleton" role="status" aria-label="Loading">
    {Array.from({ length: count }, (_, i) => (
      <span key={i} />
    ))}
  </div>
);

/**
 * A component whose script is loaded when it is first shown.
 * @param kind what stands there meanwhile: a dialog is not in the flow of the page
 */
export function lazily<P extends object>(
  load: () => Promise<ComponentType<P>>,
  kind: 'part' | 'dialog' = 'part',
): ComponentType<P> {
  return (props) => {
    const [round, setRound] = useState(0);
    const [loaded, setLoaded] = useState<{ Part?: ComponentType<P>; error?: unknown }>({});
    useEffect(() => {
      load().then(
        (Part) => setLoaded({ Part }),
        (error) => setLoaded({ error }),
      );
    }, [round]);
    const { Part, error } = loaded;
    if (Part) return <Part {...props} />;
    const meanwhile = error ? (
      <Problem error={error} onRetry={() => setRound(round + 1)} />
    ) : (
      <Rows count={3} />
    );
    return kind === 'dialog' ? <div class="dialog waiting">{meanwhile}</div> : meanwhile;
  };
}

export const Progress = ({ share, label }: { share: number; label: string }) => (
  <progress class="progress" max={1} value={share} aria-label={label} />
);

export interface Loaded<T> {
  data: T | undefined;
  error: unknown;
  isLoading: boolean;
  reload: () => void;
  set: (data: T) => void;
}

/** What `load` gives, again whenever `deps` change; the last data stay until then. */
export function useLoaded<T>(load: (signal: AbortSignal) => Promise<T>, deps: readonly unknown[]): Loaded<T> {
  const [state, setState] = useState<{ data?: T; error?: unknown; isLoading: boolean }>({ isLoading: true });
  const [round, setRound] = useState(0);
  const failures = useRef(0);
  const set = useCallback((data: T) => {
    failures.current = 0;
    setState({ data, isLoading: false });
  }, []);
  useEffect(() => {
    const controller = new AbortController();
    setState((last) => (last.isLoading ? last : { ...last, isLoading: true }));
    load(controller.signal).then(
      (data) => !controller.signal.aborted && set(data),
      (error) => !controller.signal.aborted && setState(({ data }) => ({ data, error, isLoading: false })),
    );
    return () => controller.abort();
  }, [...deps, round]);
  const reload = useCallback(() => setRound((n) => n + 1), []);
  const { error } = state;
  // What failed is asked for again by itself: once the connection is back, and until the service is.
  useEffect(() => {
    if (!error) return;
    const pauseMs = retryPauseMs(failures.current++, error);
    return retryLater(reload, mayRecover(error) ? pauseMs : undefined);
  }, [error]);
  return { data: state.data, error: state.error, isLoading: state.isLoading, reload, set };
}

/** Runs an action once at a time. @returns run, whether it runs, its error */
export function useAction<A extends unknown[]>(
  action: (...args: A) => Promise<unknown>,
  onDone?: () => void,
): [(...args: A) => Promise<void>, boolean, unknown] {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const run = async (...args: A): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await action(...args);
      onDone?.();
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return [run, busy, error];
}

/** For a form whose submission the page handles itself. */
export const submits =
  (run: () => Promise<void>) =>
  (event: Event): void => {
    event.preventDefault();
    void run();
  };

/** The value as it was once it has stayed the same for a while. */
export function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(() => value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}

/** Name of the screen, by which tabs and steps back are told. */
export function useTitle(name: string | undefined): void {
  useEffect(() => {
    const before = document.title;
    document.title = name ? `${name} – cartload` : 'cartload';
    return () => {
      document.title = before;
    };
  }, [name]);
}

export const count = (n: number): string => n.toLocaleString('en');
export const plural = (n: number, one: string, many = `${one}s`): string =>
  `${count(n)} ${n === 1 ? one : many}`;

const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];
export function ago(time: string): string {
  const seconds = (Date.parse(time) - Date.now()) / 1000;
  if (Math.abs(seconds) > 30 * 86_400)
    return new Date(time).toLocaleDateString('en', { dateStyle: 'medium' });
  for (const [unit, size] of STEPS)
    if (Math.abs(seconds) >= size) return RELATIVE.format(Math.round(seconds / size), unit);
  return 'just now';
}

/** A button that opens a menu of actions; arrows move in it, Escape closes it. */
export function Menu({
  label,
  items,
}: {
  label: string;
  items: { icon: IconName; text: string; danger?: boolean; run: () => void }[];
}) {
  const [open, setOpen] = useState(false);
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!open) return;
    ref.current?.querySelector<HTMLButtonElement>('[role=menuitem]')?.focus();
    const away = (event: Event): void => {
      if (!ref.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', away);
    return () => document.removeEventListener('pointerdown', away);
  }, [open]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!open) return;
    const all = [...ref.current!.querySelectorAll<HTMLButtonElement>('[role=menuitem]')];
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    if (event.key === 'Escape') {
      setOpen(false);
      ref.current!.querySelector<HTMLButtonElement>('[aria-haspopup]')!.focus();
    } else if (event.key === 'ArrowDown') all[(at + 1) % all.length]!.focus();
    else if (event.key === 'ArrowUp') all[(at + all.length - 1) % all.length]!.focus();
    else if (event.key === 'Tab') setOpen(false);
    else return;
    if (event.key !== 'Tab') event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the menu inside
    <div class="menu" ref={ref} onKeyDown={onKeyDown}>
      <button
        type="button"
        class="button quiet only"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <svg class="icon dots" viewBox="0 0 20 20" aria-hidden="true">
          <path d="M4 10h.01M10 10h.01M16 10h.01" />
        </svg>
      </button>
      {open && (
        <div role="menu" aria-label={label}>
          {items.map(({ icon, text, danger, run }) => (
            <button
              key={text}
              type="button"
              role="menuitem"
              class={danger ? 'danger' : undefined}
              onClick={() => {
                setOpen(false);
                ref.current!.querySelector<HTMLButtonElement>('[aria-haspopup]')!.focus();
                run();
              }}
            >
              <Icon name={icon} />
              {text}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
