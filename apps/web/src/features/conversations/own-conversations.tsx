import { Button } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Conversation } from '@vialdesk/contract/people/conversations'
import { useUrlSearch } from '#web/lib/url/use-url-search.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { ConversationList } from './conversation-list.tsx'
import classes from './conversations.module.css'
import { conversationsOf } from './conversations-of-patient.tsx'
import { Thread } from './thread.tsx'
import { TwoPanes } from './two-panes.tsx'

const withoutCenter = (
  <EmptyState
    icon={IconMessages}
    title="You have no center yet"
    hint="You can write here as soon as you belong to a center. Until then, ask us."
    action={
      <Button component={Link} to="/contact" variant="default">
        Ask a question
      </Button>
    }
  />
)

function Own({ conversations }: { conversations: Conversation[] }) {
  const { center } = useUrlSearch<{ center?: number }>()
  const [first, ...others] = conversations
  if (!first) return withoutCenter
  if (others.length === 0)
    return (
      <section className={classes.single} aria-label="Conversation">
        <h2 className={classes.partner}>{first.center.company}</h2>
        <Thread conversation={first} />
      </section>
    )
  const chosen = conversations.find((each) => each.center.id === center)
  return (
    <TwoPanes
      list={<ConversationList conversations={conversations} ownSide="patient" chosen={chosen?.center.id} />}
      chosen={chosen?.center.id}
      thread={chosen && { title: chosen.center.company, content: <Thread conversation={chosen} /> }}
      none={<EmptyState icon={IconMessages} title="Choose a center" hint="Your messages with the center are shown here." />}
    />
  )
}

/** The conversations of a patient with each of the patient's centers. */
export function OwnConversations({ patient }: { patient: number }) {
  const query = useQuery(conversationsOf(patient))
  return (
    <Screen
      title="Conversations"
      lead="Write to your center about your cells and your health. In an emergency, call your local emergency number."
    >
      <Loaded query={query} loading="Loading conversations…">
        {({ results }) => <Own conversations={results} />}
      </Loaded>
    </Screen>
  )
}
