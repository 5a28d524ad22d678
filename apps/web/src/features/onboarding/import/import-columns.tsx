import { Button, Group, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { importColumns } from '@vialdesk/contract/import-columns'
import { saveFile } from '#web/lib/browser/save-file.ts'
import { Section } from '#web/ui/layout/section.tsx'
import { PlainTable } from '#web/ui/table/plain-table.tsx'
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
      <PlainTable tight aria-label="File columns">
        <thead>
          <tr>
            <th>Column</th>
            <th>Required</th>
            <th>For example</th>
          </tr>
        </thead>
        <tbody>
          {importColumns[kind].map(({ key, header, required, example, hint }) => (
            <tr key={key}>
              <th scope="row" style={{ fontWeight: 500 }}>
                {header}
                {hint && (
                  <Text size="sm" c="dimmed">
                    {hint}
                  </Text>
                )}
              </th>
              <td>{required ? 'Yes' : '—'}</td>
              <td style={{ overflowWrap: 'anywhere' }}>{example}</td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </Section>
  )
}
