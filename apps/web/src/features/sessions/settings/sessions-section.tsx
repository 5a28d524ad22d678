import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ActiveSession } from '@vialdesk/contract/sessions'
import { apiMutation, apiQuery } from '#web/lib/api/api.ts'
import { showSuccess } from '#web/lib/browser/toast.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { DateText } from '#web/ui/text/date-text.tsx'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'
import { deviceName, isHandheld } from './device-name.ts'
import classes from './settings.module.css'

const skeleton = (
  <Stack gap="sm">
    <Skeleton h={52} />
    <Skeleton h={52} />
  </Stack>
)

const inOther = { own: '', impersonation: ', as another user', staff: ', in a center' }

function Session({ row }: { row: ActiveSession }) {
  const end = useMutation({ ...apiMutation('POST /auth/sessions/{id}/end/'), onSuccess: ({ message }) => showSuccess(message) })
  const Shown = isHandheld(row.user_agent) ? IconDeviceMobile : IconDeviceDesktop
  const words = deviceName(row.user_agent)
  return (
    <li className={classes.session}>
      <Shown size={24} stroke={1.5} aria-hidden />
      <div className={classes.where}>
        <Text fw={500}>
          {words}
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
      {row.current ? (
        <StatusBadge meaning="good">This device</StatusBadge>
      ) : (
        <Button
          variant="default"
          loading={end.isPending}
          aria-label={`Log out ${words}`}
          onClick={() => end.mutate({ params: { id: row.id } })}
        >
          Log out
        </Button>
      )}
    </li>
  )
}

function useEndOthers() {
  const end = useMutation({
    ...apiMutation('POST /auth/sessions/end-others/'),
    onSuccess: ({ message }) => showSuccess(message),
  })
  const run = async () => {
    const question = {
      title: 'Log out everywhere else?',
      consequence: 'All other devices must log in again. Unsaved changes there are lost.',
      verb: 'Log out',
      danger: true,
    }
    if (await confirm(question)) end.mutate()
  }
  return { run, busy: end.isPending }
}

/** The user's sessions, with buttons to log out. */
export function SessionsSection() {
  const query = useQuery(apiQuery('GET /auth/sessions/'))
  const others = useEndOthers()
  const several = (query.data?.length ?? 0) > 1
  return (
    <Section
      title="Your sessions"
      lead="The devices where you are logged in. If you do not know one of them, log it out and change your password."
      action={
        several && (
          <Button variant="default" loading={others.busy} onClick={() => void others.run()}>
            Log out everywhere else
          </Button>
        )
      }
    >
      <Loaded query={query} skeleton={skeleton}>
        {(rows) => (
          <ul style={{ margin: 0, padding: 0, listStyle: 'none' }} aria-label="Your sessions">
            {rows.map((row) => (
              <Session key={row.id} row={row} />
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  )
}
