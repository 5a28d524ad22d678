import { Button, Group, Table, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { importColumns } from '@vialdesk/contract/import-columns'
import { saveFile } from '#web/lib/browser/save-file.ts'
import { Section } from '#web/ui/layout/section.tsx'
import type { ImportKind } from './import-text.ts'

/** Spreadsheets recognise UTF-8 only with a byte order mark. */
const templateOf = (kind: ImportKind) =>
  new Blob([`\uFEFF${importColumns[kind].map(({ header }) => header).join(',')}\r\n`], { type: 'text/csv' })

/** The columns of the file, with a template to download. */
export function ImportColumns({ kind, onSample }: { kind: ImportKind; onSample: () => void }) {
  const download = (
    <Group gap="xs">
      {kind === 'patients' && (
        <Button variant="subtle" onClick={onSample}>
          Try sample data
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconDownload size={16} />}
        onClick={() => saveFile(templateOf(kind), `${kind}-template.csv`)}
      >
        Download template
      </Button>
    </Group>
  )
  return (
    <Section
      title="File columns"
      lead="The first line holds the column names, in any order. You can leave out columns that are not required."
      action={download}
    >
      <Table verticalSpacing={6} aria-label="File columns">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Column</Table.Th>
            <Table.Th>Required</Table.Th>
            <Table.Th>For example</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {importColumns[kind].map(({ key, header, required, example, hint }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row" fw={500}>
                {header}
                {hint && (
                  <Text size="sm" c="dimmed">
                    {hint}
                  </Text>
                )}
              </Table.Th>
              <Table.Td>{required ? 'Yes' : '—'}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{example}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  )
}
