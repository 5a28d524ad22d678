import { Button, Stack } from '@mantine/core'
import type { Conversation, ConversationMessage, MessageSide } from '@vialdesk/contract/conversations'
import { patientName } from '#web/entities/patient/patient-name.ts'
import { formatExactTime, formatLongDay, formatTime, today } from '#web/lib/format/dates.ts'
import classes from './conversations.module.css'

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
export function MessageList({ conversation, messages, ownSide, older }: Props) {
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
