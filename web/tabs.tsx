// A strip of tabs, and the panel of the one that is chosen.

import type { ComponentChildren } from "preact";

interface TabsProps<T extends string> {
  tabs: readonly T[];
  shown: T;
  choose: (tab: T) => void;
  label: (tab: T) => ComponentChildren;
  children: ComponentChildren;
}

export function Tabs<T extends string>({ tabs, shown, choose, label, children }: TabsProps<T>) {
  return (
    <>
      <div class="tabs" role="tablist">
        {tabs.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`tab-${one}`}
            aria-controls="rail-panel"
            aria-selected={shown === one}
            onClick={() => choose(one)}
          >
            {label(one)}
          </button>
        ))}
      </div>
      <div key={shown} id="rail-panel" role="tabpanel" aria-labelledby={`tab-${shown}`} tabIndex={0} class="panel">
        {children}
      </div>
    </>
  );
}
