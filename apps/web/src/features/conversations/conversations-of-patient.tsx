import { SegmentedControl, Stack } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Conversation } from '@vialdesk/contract/people/conversations'
import { useState } from 'react'
import { apiQuery } from '#web/lib/api/api.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Thread } from './thread.tsx'

export const conversationsOf = (patient: number) => apiQuery('GET /api/v1/users/{id}/conversations/', { params: { id: patient } })

/** An admin sees the conversations with every center of the patient, one at a time. */
function Several({ conversations }: { conversations: [Conversation, ...Conversation[]] }) {
  const [center, setCenter] = useState(String(conversations[0].center.id))
  const shown = conversations.find((each) => String(each.center.id) === center) ?? conversations[0]
  return (
    <Stack gap="md">
      {conversations.length > 1 && (
        <SegmentedControl
          aria-label="Center"
          value={String(shown.center.id)}
          onChange={setCenter}
          data={conversations.map((each) => ({ value: String(each.center.id), label: each.center.company }))}
        />
      )}
      <Thread conversation={shown} />
    </Stack>
  )
}

/** The tab of a patient's drawer and page. */
export function ConversationsOfPatient({ patient }: { patient: number }) {
  const query = useQuery(conversationsOf(patient))
  return (
    <Loaded query={query} loading="Loading messages…">
      {({ results: [first, ...more] }) =>
        first ? (
          <Several conversations={[first, ...more]} />
        ) : (
          <EmptyState
            icon={IconMessages}
            title="No messages yet"
            hint="The patient and the centers of the patient write to each other here."
          />
        )
      }
    </Loaded>
  )
}
