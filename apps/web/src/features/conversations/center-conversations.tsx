import { Button, SegmentedControl, Stack } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { patientName } from '#web/entities/patient/patient-name.ts'
import { UserLink } from '#web/entities/user/user-link.tsx'
import { request } from '#web/lib/api/request.ts'
import { useChangeUrlSearch, useUrlSearch } from '#web/lib/url/use-url-search.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { ConversationList } from './conversation-list.tsx'
import { conversationsOf } from './conversations-of-patient.tsx'
import { Thread } from './thread.tsx'
import { TwoPanes } from './two-panes.tsx'

const LIST = 'GET /api/v1/conversations/'

interface Search {
  patient?: number
  show?: 'waiting'
}

function useList(show: 'waiting' | undefined) {
  return useInfiniteQuery({
    queryKey: [LIST, { show }] as const,
    queryFn: ({ pageParam: before, signal }) => request(LIST, { query: { waiting: show && 'true', before } }, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ older }) => older ?? undefined,
  })
}

function List({ patient, show }: Search) {
  const query = useList(show)
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const rows = query.data?.pages.flatMap(({ results }) => results)
  return (
    <Loaded query={{ data: rows, error: query.error, refetch: query.refetch }} loading="Loading conversations…">
      {(conversations) =>
        conversations.length === 0 ? (
          <EmptyState
            icon={IconMessages}
            title={show ? 'No patient waits for an answer' : 'No conversations yet'}
            hint={show ? undefined : 'Open a patient and choose Messages to write first. Patients can also write to you.'}
          />
        ) : (
          <Stack gap="sm">
            <ConversationList conversations={conversations} ownSide="center" chosen={patient} />
            {hasNextPage && (
              <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                Show more
              </Button>
            )}
          </Stack>
        )
      }
    </Loaded>
  )
}

/** Also before the first message, so that a center may begin. */
function ThreadWith({ patient }: { patient: number }) {
  const query = useQuery(conversationsOf(patient))
  return (
    <Loaded query={query} loading="Loading messages…">
      {({ results: [conversation] }) => conversation && <Thread conversation={conversation} />}
    </Loaded>
  )
}

function PatientTitle({ patient }: { patient: number }) {
  const { data } = useQuery(conversationsOf(patient))
  const [conversation] = data?.results ?? []
  return <UserLink id={patient} name={conversation ? patientName(conversation.patient) : `Patient ${patient}`} />
}

/** The conversations of a center with its patients: those that wait for an answer first. */
export function CenterConversations() {
  const { patient, show } = useUrlSearch<Search>()
  const change = useChangeUrlSearch()
  return (
    <Screen title="Conversations" lead="Messages with your patients. Those who wait for an answer come first.">
      <TwoPanes
        list={
          <Stack gap="sm">
            <SegmentedControl
              aria-label="Show"
              value={show ?? 'all'}
              onChange={(value) => change({ show: value === 'waiting' ? value : undefined }, { replace: true })}
              data={[
                { value: 'all', label: 'All' },
                { value: 'waiting', label: 'Waiting for an answer' },
              ]}
            />
            <List {...(patient !== undefined && { patient })} {...(show && { show })} />
          </Stack>
        }
        chosen={patient}
        thread={
          patient === undefined
            ? undefined
            : { title: <PatientTitle patient={patient} />, content: <ThreadWith key={patient} patient={patient} /> }
        }
        none={<EmptyState icon={IconMessages} title="Choose a conversation" hint="Its messages are shown here." />}
      />
    </Screen>
  )
}
