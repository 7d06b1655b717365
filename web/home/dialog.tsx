// A button, and what it opens above the page.

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../words";

interface DialogProps {
  /** On the button. */
  label: string;
  title: string;
  look: string;
  children: ComponentChildren;
}

export function Dialog({ label, title, look, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (open) dialog.current?.showModal();
  }, [open]);
  const close = () => dialog.current?.close();
  return (
    <>
      <button type="button" class={look} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {label}
      </button>
      {open && (
        <dialog
          ref={dialog}
          aria-label={title}
          onClose={() => setOpen(false)}
          onClick={(event) => event.target === dialog.current && close()}
        >
          <div class="inside">
            <header class="row">
              <h2>{title}</h2>
              <button type="button" class="quiet" onClick={close}>
                {t("close")}
              </button>
            </header>
            {children}
          </div>
        </dialog>
      )}
    </>
  );
}
