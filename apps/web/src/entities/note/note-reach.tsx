import { Text } from '@mantine/core'

/** The readers of a note. The server enforces them: an internal note is in no answer for patients, centers and sales. */
export type NoteReach = 'internal' | 'visible' | 'sale'

/** Next to the field of a note. */
export const noteReachTexts: Record<NoteReach, string> = {
  internal: 'Internal: only lab and admins',
  visible: 'Visible to patient and center',
  sale: 'Visible to patient, center and sales',
}

/** Marks a saved note. */
export function NoteMark({ reach }: { reach: NoteReach }) {
  return (
    <Text size="xs" c="dimmed">
      {noteReachTexts[reach]}
    </Text>
  )
}
