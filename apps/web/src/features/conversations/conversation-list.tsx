import { Badge } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Conversation, MessageSide } from '@vialdesk/contract/people/conversations'
import { useUrlSearch } from '#web/lib/url/use-url-search.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'
import classes from './conversations.module.css'
import { partnerOf } from './thread.tsx'

interface Props {
  conversations: Conversation[]
  ownSide: MessageSide
  /** The id of the patient, or of the center for a patient. */
  chosen: number | undefined
}

function Line({ conversation, ownSide }: { conversation: Conversation; ownSide: MessageSide }) {
  const { newest_side, newest_at, preview, unread } = conversation
  return (
    <>
      <span className={classes.top}>
        <span className={classes.name} data-unread={unread > 0 || undefined}>
          {partnerOf(conversation, ownSide)}
        </span>
        {newest_at && <DateText value={newest_at} />}
      </span>
      <span className={classes.preview}>
        {newest_side === ownSide && 'You: '}
        {preview || 'No messages yet'}
      </span>
      {unread > 0 && (
        <Badge size="sm" color="red.8" variant="filled" tt="none">
          {unread} new
        </Badge>
      )}
      {unread === 0 && ownSide === 'center' && newest_side === 'patient' && (
        <StatusBadge meaning="waiting">Waiting for an answer</StatusBadge>
      )}
    </>
  )
}

export function ConversationList({ conversations, ownSide, chosen }: Props) {
  const { show } = useUrlSearch<{ show?: 'waiting' }>()
  return (
    <ul className={`${classes.list} ruled`} aria-label="Conversations">
      {conversations.map((conversation) => {
        const { patient, center } = conversation
        const partner = ownSide === 'patient' ? { center: center.id } : { patient: patient.id }
        const partnerId = ownSide === 'patient' ? center.id : patient.id
        const isChosen = chosen === partnerId
        return (
          <li key={`${patient.id}:${center.id}`}>
            <Link
              to="/conversations"
              search={{ ...partner, ...(show && { show }) }}
              className={classes.item}
              data-partner={partnerId}
              aria-current={isChosen ? 'true' : undefined}
            >
              <Line conversation={conversation} ownSide={ownSide} />
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
