import { Drawer as MantineDrawer } from '@mantine/core'
import { type ReactNode, use, useEffect, useRef } from 'react'
import { focusPageIfLost } from '#web/lib/browser/focus-page.ts'
import { useIsPhone } from '#web/lib/browser/use-is-phone.ts'
import { forgetOpenedList, InDrawer } from '#web/lib/url/row-neighbours.ts'
import { confirmDiscard } from './confirm-discard.ts'
import classes from './drawer.module.css'
import { type DrawerRecord, RecordBar } from './record-bar.tsx'
import { Unsaved, useUnsaved } from './unsaved.ts'

/** The record of a drawer is in the address: leaving a changed form is a navigation, which asks by itself. */
type Kind =
  | {
      /** The shown record, with a page of its own. */
      record: DrawerRecord | undefined
      asks?: never
    }
  | {
      record?: never
      /** Closing asks before changes of a form in it are lost. */
      asks?: boolean
    }

export type DrawerProps = Kind & {
  opened: boolean
  onClose: () => void
  title: ReactNode
  size?: 'md' | 'lg' | 'xl'
  children: ReactNode
}

/** Whether a dialog opened from this drawer has the focus. Keys that close it must not close the drawer. */
const isBehind = (inside: HTMLElement | null) => {
  const dialog = document.activeElement?.closest('[role="dialog"], [role="alertdialog"]')
  return dialog != null && !dialog.contains(inside)
}

/** Ends the steps through the list below when its drawer closes. A drawer in a drawer shows no row of that list. */
function useEndOfSteps(opened: boolean): void {
  const isInDrawer = use(InDrawer)
  useEffect(() => (opened && !isInDrawer ? forgetOpenedList : undefined), [opened, isInDrawer])
}

export function DrawerFrame({ opened, onClose, title, size = 'lg', record, asks = false, children }: DrawerProps) {
  const phone = useIsPhone()
  const { forms, hasChanges } = useUnsaved()
  const inside = useRef<HTMLDivElement>(null)
  useEndOfSteps(opened)
  const close = async () => {
    if (isBehind(inside.current)) return
    if (await confirmDiscard(asks && hasChanges())) onClose()
  }
  return (
    <MantineDrawer.Root
      opened={opened}
      onClose={close}
      size={phone ? '92%' : size}
      position={phone ? 'bottom' : 'right'}
      radius={phone ? 'lg' : 0}
      onExitTransitionEnd={focusPageIfLost}
    >
      <MantineDrawer.Overlay backgroundOpacity={0.4} />
      <MantineDrawer.Content>
        <MantineDrawer.Header role="presentation" className={record && classes.withRecord}>
          <MantineDrawer.Title className={classes.title}>{title}</MantineDrawer.Title>
          <div className={classes.bar}>
            {record && <RecordBar record={record} drawer={inside} />}
            <MantineDrawer.CloseButton aria-label="Close" />
          </div>
        </MantineDrawer.Header>
        <MantineDrawer.Body>
          <div ref={inside}>
            <InDrawer value={true}>
              <Unsaved value={forms}>{children}</Unsaved>
            </InDrawer>
          </div>
        </MantineDrawer.Body>
      </MantineDrawer.Content>
    </MantineDrawer.Root>
  )
}
