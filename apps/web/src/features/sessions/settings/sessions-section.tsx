import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ActiveSession } from '@vialdesk/contract/people/sessions'
import { deviceName } from '#web/entities/session/device-name.ts'
import { SessionItem, SessionList, SessionSkeleton } from '#web/entities/session/session-list.tsx'
import { apiQuery } from '#web/lib/api/api.ts'
import { useAction } from '#web/lib/api/use-call.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Section } from '#web/ui/layout/section.tsx'

function Session({ row }: { row: ActiveSession }) {
  const end = useAction('POST /auth/sessions/{id}/end/')
  return (
    <SessionItem row={row}>
      <Button
        variant="default"
        loading={end.isPending}
        aria-label={`Log out ${deviceName(row.user_agent)}`}
        onClick={() => end.mutate({ params: { id: row.id } })}
      >
        Log out
      </Button>
    </SessionItem>
  )
}

function useEndOthers() {
  const end = useAction('POST /auth/sessions/end-others/')
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
      <Loaded query={query} skeleton={<SessionSkeleton />}>
        {(rows) => (
          <SessionList label="Your sessions">
            {rows.map((row) => (
              <Session key={row.id} row={row} />
            ))}
          </SessionList>
        )}
      </Loaded>
    </Section>
  )
}
