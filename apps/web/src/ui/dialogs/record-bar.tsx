import { ActionIcon, CopyButton, Group, Tooltip } from '@mantine/core'
import { type Icon, IconArrowsMaximize, IconCheck, IconChevronDown, IconChevronUp, IconLink } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type RefObject, useState } from 'react'
import { useShortcut } from '#web/lib/browser/shortcuts.ts'
import { useNeighbours } from '#web/lib/url/row-neighbours.ts'

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
export function RecordBar(props: Props) {
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
