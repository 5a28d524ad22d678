import { Button, Stack, Text } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import type { Conversation, ConversationMessage, MessageSide } from '@vialdesk/contract/people/conversations'
import { patientName } from '#web/entities/patient/patient-name.ts'
import { formatExactTime, formatLongDay, formatTime, today } from '#web/lib/format/dates.ts'
import { useSession } from '#web/lib/session/session.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Composer } from './composer.tsx'
import classes from './conversations.module.css'
import { useMarkRead, useMessages } from './use-thread.ts'

interface MessageProps {
  message: ConversationMessage
  conversation: Conversation
  /** The side of the reader; undefined for an admin. */
  ownSide: MessageSide | undefined
  isLast: boolean
}

const authorOf = ({ side, staff }: ConversationMessage, { patient, center }: Conversation) =>
  side === 'patient' ? patientName(patient) : staff ? `${staff}, ${center.company}` : center.company

function Message({ message, conversation, ownSide, isLast }: MessageProps) {
  const { side, staff, text, sent_at, seen } = message
  const isOwn = side === (ownSide ?? 'center')
  const state = isLast && side === ownSide ? (seen ? ' · Read' : ' · Sent') : ''
  return (
    <li className={classes.message} data-own={isOwn || undefined}>
      <span className={side === ownSide && !staff ? 'visually-hidden' : classes.author}>
        {side === ownSide && !staff ? 'You' : authorOf(message, conversation)}
      </span>
      <p className={classes.bubble}>{text}</p>
      <span className={classes.meta}>
        <time dateTime={sent_at} title={formatExactTime(sent_at)}>
          {formatTime(sent_at)}
        </time>
        {state}
      </span>
    </li>
  )
}

const dayOf = ({ sent_at }: ConversationMessage) => today(new Date(sent_at))

interface Props {
  conversation: Conversation
  /** Oldest first. */
  messages: ConversationMessage[]
  ownSide: MessageSide | undefined
  older: { exists: boolean; busy: boolean; load: () => void }
}

/** The newest message is at the bottom, where the list begins to show. */
function MessageList({ conversation, messages, ownSide, older }: Props) {
  const days = [...Map.groupBy(messages, dayOf)]
  const last = messages.at(-1)?.id
  return (
    // A list that scrolls must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: as above.
    <div className={classes.scroll} role="log" aria-label="Messages" tabIndex={0}>
      <div>
        {older.exists && (
          <div className={classes.older}>
            <Button variant="subtle" size="sm" loading={older.busy} onClick={older.load}>
              Show earlier messages
            </Button>
          </div>
        )}
        {days.map(([day, ofDay]) => (
          <section key={day} aria-label={formatLongDay(day)}>
            <div className={classes.day} aria-hidden>
              {formatLongDay(day)}
            </div>
            <Stack component="ol" gap={10}>
              {ofDay.map((message) => (
                <Message
                  key={message.id}
                  message={message}
                  conversation={conversation}
                  ownSide={ownSide}
                  isLast={message.id === last}
                />
              ))}
            </Stack>
          </section>
        ))}
      </div>
    </div>
  )
}

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
