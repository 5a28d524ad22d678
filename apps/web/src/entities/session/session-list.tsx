import { Skeleton, Stack, Text } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import type { ActiveSession } from '@vialdesk/contract/people/sessions'
import type { ReactNode } from 'react'
import { DateText } from '#web/ui/text/date-text.tsx'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'
import { deviceName, isHandheld } from './device-name.ts'
import classes from './session-list.module.css'

export const SessionSkeleton = () => (
  <Stack gap="sm">
    <Skeleton h={52} />
    <Skeleton h={52} />
  </Stack>
)

export const SessionList = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul className="ruled" aria-label={label}>
    {children}
  </ul>
)

const inOther = { own: '', impersonation: ', as another user', staff: ', in a center' }

/** A session: its device, its times and IP. `children` is its button; the viewer's own session has a badge instead. */
export function SessionItem({ row, children }: { row: ActiveSession; children?: ReactNode }) {
  const Shown = isHandheld(row.user_agent) ? IconDeviceMobile : IconDeviceDesktop
  return (
    <li className={classes.session}>
      <Shown size={24} stroke={1.5} aria-hidden />
      <div className={classes.where}>
        <Text fw={500}>
          {deviceName(row.user_agent)}
          {inOther[row.kind]}
        </Text>
        <Text size="sm" c="dimmed">
          {row.current ? (
            'Active now'
          ) : (
            <>
              Last active <DateText value={row.last_seen_at} withTime />
            </>
          )}
          {row.address && ` · ${row.address}`}
          {' · since '}
          <DateText value={row.created_at} withTime />
        </Text>
      </div>
      {row.current ? <StatusBadge meaning="good">This device</StatusBadge> : children}
    </li>
  )
}
