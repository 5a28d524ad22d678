import { Stack, Text } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import type { Conversation, MessageSide } from '@vialdesk/contract/conversations'
import { patientName } from '#web/entities/patient/patient-name.ts'
import { useSession } from '#web/lib/session/session.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Composer } from './composer.tsx'
import classes from './conversations.module.css'
import { MessageList } from './message-list.tsx'
import { useMarkRead, useMessages } from './use-thread.ts'

/** The side for which the reader writes; an admin has none. */
function useOwnSide(): MessageSide | undefined {
  const role = useSession()?.role
  if (role === 'patient') return 'patient'
  return role === 'admin' ? undefined : 'center'
}

export const partnerOf = ({ patient, center }: Conversation, ownSide: MessageSide | undefined) =>
  ownSide === 'patient' ? center.company : patientName(patient)

function Messages({ id, conversation, ownSide }: { id: number; conversation: Conversation; ownSide: MessageSide | undefined }) {
  const query = useMessages(id)
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const newest = query.data?.pages[0]
  useMarkRead(newest?.conversation ?? conversation, newest?.messages[0]?.id)
  return (
    <Loaded query={{ data: query.messages, error: query.error, refetch: query.refetch }} loading="Loading messages…">
      {(messages) => (
        <MessageList
          conversation={conversation}
          messages={messages}
          ownSide={ownSide}
          older={{ exists: hasNextPage, busy: isFetchingNextPage, load: () => void fetchNextPage() }}
        />
      )}
    </Loaded>
  )
}

const closedText = (conversation: Conversation, ownSide: MessageSide | undefined) =>
  ownSide === undefined || conversation.can.mark_read === false
    ? 'You can read this conversation. Only the patient and the center can write.'
    : 'You can read this conversation. Nobody can write any more, because the center is not a center of the patient now.'

/** One conversation: its messages, and the field for the next one. */
export function Thread({ conversation }: { conversation: Conversation }) {
  const ownSide = useOwnSide()
  const { id, can } = conversation
  const partner = partnerOf(conversation, ownSide)
  return (
    <Stack gap="sm">
      {id === null ? (
        <EmptyState icon={IconMessages} title="No messages yet" hint={can.write && `Write the first message to ${partner}.`} />
      ) : (
        <div className={classes.log}>
          <Messages id={id} conversation={conversation} ownSide={ownSide} />
        </div>
      )}
      {can.write ? (
        <Composer key={`${conversation.patient.id}:${conversation.center.id}`} conversation={conversation} to={partner} />
      ) : (
        <Text c="dimmed" size="sm">
          {closedText(conversation, ownSide)}
        </Text>
      )}
    </Stack>
  )
}
