import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconSignature } from '@tabler/icons-react'
import { documentGroups } from '@vialdesk/contract/documents/document-groups'
import type { ReactNode } from 'react'
import { useDocumentMenu } from '#web/features/documents/actions/use-document-menu.tsx'
import { HoldBelow } from '#web/ui/layout/delayed.tsx'
import { DateText } from '#web/ui/text/date-text.tsx'
import { useDocumentsOf } from './use-documents-of.ts'

interface Props {
  patient: number
  /** Shown while no document waits for the patient. */
  otherwise: ReactNode
}

/** The documents that wait for the patient's signature, each with its button. They come before any other next step. */
export function WaitingDocuments({ patient, otherwise }: Props) {
  const { data, isPending } = useDocumentsOf(patient)
  const menu = useDocumentMenu()
  const waiting = documentGroups.flatMap((group) => data?.[group] ?? []).filter(({ can }) => can.sign)
  return (
    <>
      {isPending && <HoldBelow />}
      {waiting.length === 0 ? (
        otherwise
      ) : (
        <Paper component="section" p="lg" bg="var(--mantine-color-brand-light)" aria-labelledby="documents-to-sign">
          <Title order={2} id="documents-to-sign">
            {waiting.length === 1 ? '1 document waits for your signature' : `${waiting.length} documents wait for your signature`}
          </Title>
          <Stack component="ul" gap="md" mt="md">
            {waiting.map((document) => (
              <Group component="li" key={document.id} gap="sm" justify="space-between" wrap="nowrap">
                <div style={{ minWidth: 0 }}>
                  <Text fw={500}>{document.name}</Text>
                  {document.expires_at && (
                    <Text size="sm" c="dimmed">
                      Sign by <DateText value={document.expires_at} />
                    </Text>
                  )}
                </div>
                <Button
                  leftSection={<IconSignature size={16} stroke={1.6} />}
                  onClick={() => menu.sign(document)}
                  aria-label={`Sign ${document.name}`}
                >
                  Sign
                </Button>
              </Group>
            ))}
          </Stack>
        </Paper>
      )}
      {menu.dialogs}
    </>
  )
}
