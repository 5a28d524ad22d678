import { ActionIcon, CopyButton, Group, Tooltip } from '@mantine/core'
import { IconArrowsMaximize, IconCheck, IconChevronDown, IconChevronUp, IconLink } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { useShortcut } from '#web/lib/browser/shortcuts.ts'
import { useNeighbours } from '#web/ui/table/rows/row-neighbours.ts'

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
  /** Runs before another record is opened, and may refuse. */
  mayLeave: () => Promise<boolean>
}

function Steps({ record, drawer, mayLeave }: Props) {
  const neighbours = useNeighbours(record.key)
  const guarded = (open: (() => void) | undefined) =>
    open &&
    (async () => {
      if (await mayLeave()) open()
    })
  const previous = guarded(neighbours?.previous)
  const next = guarded(neighbours?.next)
  useShortcut('previousRow', previous, drawer)
  useShortcut('nextRow', next, drawer)
  if (!neighbours) return null
  return (
    <>
      <Tooltip label="Previous (K)" withinPortal={false}>
        <ActionIcon variant="subtle" color="gray" aria-label="Previous" disabled={!previous} onClick={previous}>
          <IconChevronUp size={18} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Next (J)" withinPortal={false}>
        <ActionIcon variant="subtle" color="gray" aria-label="Next" disabled={!next} onClick={next}>
          <IconChevronDown size={18} />
        </ActionIcon>
      </Tooltip>
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
