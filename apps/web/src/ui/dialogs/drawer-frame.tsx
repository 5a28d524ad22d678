import { ActionIcon, CopyButton, Group, Drawer as MantineDrawer, Tooltip } from '@mantine/core'
import { type Icon, IconArrowsMaximize, IconCheck, IconChevronDown, IconChevronUp, IconLink } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, type RefObject, use, useEffect, useRef, useState } from 'react'
import { focusPageIfLost } from '#web/lib/browser/focus-page.ts'
import { useShortcut } from '#web/lib/browser/shortcuts.ts'
import { useIsPhone } from '#web/lib/browser/use-is-phone.ts'
import { forgetOpenedList, InDrawer, useNeighbours } from '#web/lib/url/row-neighbours.ts'
import { confirmDiscard } from './confirm-discard.ts'
import classes from './drawer.module.css'
import { Unsaved, useUnsaved } from './unsaved.ts'

/** The record that a drawer shows. */
export interface DrawerRecord {
  /** The key of its row in the list below the drawer. */
  key: string | number
  /** The path of its page; undefined for readers who may not open it. */
  path: string | undefined
}

interface Props {
  record: DrawerRecord
  drawer: RefObject<Element | null>
}

interface StepProps {
  label: string
  keyText: string
  icon: Icon
  /** Undefined at the end of the list, and while its next page loads. */
  go: (() => void) | undefined
}

/** A button without a step keeps the focus, so that the keyboard goes on from it. */
const Step = ({ label, keyText, icon: Shown, go }: StepProps) => (
  <Tooltip label={`${label} (${keyText})`} withinPortal={false}>
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      aria-disabled={go === undefined}
      data-disabled={go === undefined || undefined}
      onClick={go}
    >
      <Shown size={18} />
    </ActionIcon>
  </Tooltip>
)

function Steps({ record, drawer }: Props) {
  const neighbours = useNeighbours(record.key)
  /** While the list turns to another page, no list has the row. */
  const [isInList, setInList] = useState(false)
  if (neighbours && !isInList) setInList(true)
  const { previous, next } = neighbours ?? {}
  useShortcut('previousRow', previous, drawer)
  useShortcut('nextRow', next, drawer)
  if (!isInList) return null
  return (
    <>
      <Step label="Previous" keyText="K" icon={IconChevronUp} go={previous} />
      <Step label="Next" keyText="J" icon={IconChevronDown} go={next} />
    </>
  )
}

function CopyLink({ path }: { path: string }) {
  return (
    <CopyButton value={`${location.origin}${path}`} timeout={2000}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : 'Copy link'} withinPortal={false}>
          <ActionIcon variant="subtle" color="gray" aria-label="Copy link" onClick={copy}>
            {copied ? <IconCheck size={18} /> : <IconLink size={18} />}
            <span className="visually-hidden" aria-live="polite">
              {copied ? 'Copied' : ''}
            </span>
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  )
}

/** The steps to the next rows of the list, and the way to the page of the record. */
function RecordBar(props: Props) {
  const { path } = props.record
  return (
    <Group gap={2} wrap="nowrap">
      <Steps {...props} />
      {path !== undefined && (
        <>
          <CopyLink path={path} />
          <Tooltip label="Open as page" withinPortal={false}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label="Open as page"
              renderRoot={(rootProps) => <Link {...rootProps} to={path} />}
            >
              <IconArrowsMaximize size={18} />
            </ActionIcon>
          </Tooltip>
        </>
      )}
    </Group>
  )
}

export interface DrawerProps {
  /** The shown record, with a page of its own. */
  record?: DrawerRecord | undefined
  /** Closing asks before changes of a form in it are lost. A record is in the address: leaving it is a navigation, which asks by itself. */
  asks?: boolean
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
