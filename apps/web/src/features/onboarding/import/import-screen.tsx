import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { importColumns, MAX_IMPORT_CHARACTERS, MAX_IMPORT_LINES } from '@vialdesk/contract/people/import-columns'
import { useId, useState } from 'react'
import { saveFile } from '#web/lib/browser/save-file.ts'
import { formatCount } from '#web/lib/format/format-count.ts'
import { FileDrop } from '#web/ui/forms/file-drop.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { PlainTable } from '#web/ui/table/plain-table.tsx'
import { ImportReport } from './import-report.tsx'
import type { ImportKind } from './import-text.ts'
import { useImport } from './use-import.ts'

/** Spreadsheets recognise UTF-8 only with a byte order mark. */
const templateOf = (kind: ImportKind) =>
  new Blob([`\uFEFF${importColumns[kind].map(({ header }) => header).join(',')}\r\n`], { type: 'text/csv' })

/** The columns of the file, with a template to download. */
function ImportColumns({ kind, onSample }: { kind: ImportKind; onSample: () => void }) {
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

const kinds = [
  { value: 'patients', label: 'Patients' },
  { value: 'harvest_centers', label: 'Harvest centers' },
]
const HINT = `CSV or JSON, up to ${formatCount(MAX_IMPORT_LINES)} lines and ${MAX_IMPORT_CHARACTERS / 1000} kB`

/** Imports many accounts from a file: the check lists errors first; the import is all or nothing. */
export function ImportScreen() {
  const id = useId()
  const [kind, setKind] = useState<ImportKind>('patients')
  const { checked, error, setError, clear, isChecking, isImporting, chooseFile, chooseSample, startImport } = useImport(kind)
  const changeKind = (next: string) => {
    clear()
    setKind(next as ImportKind)
  }
  return (
    <Screen
      title="Import"
      narrow
      lead="Add many patients or harvest centers from a file. We check the file first. Nothing is imported if any line has an error."
    >
      <Stack gap="lg">
        <div>
          <Text fw={500} id={id} mb={4}>
            Import
          </Text>
          <SegmentedControl
            data={kinds}
            value={kind}
            onChange={changeKind}
            disabled={isChecking || isImporting}
            aria-labelledby={id}
          />
        </div>
        <FileDrop
          label="File to import"
          hint={HINT}
          accept={['.csv', '.txt', '.json']}
          maxBytes={MAX_IMPORT_CHARACTERS}
          busy={isChecking ? 'Checking the file…' : isImporting ? 'Importing…' : undefined}
          error={error}
          onFile={(file) => void chooseFile(file)}
          onReject={(sentence) => {
            clear()
            setError(sentence)
          }}
        />
        {checked && (
          <ImportReport kind={kind} {...checked} busy={isImporting} onImport={() => void startImport()} onAnother={clear} />
        )}
        <ImportColumns kind={kind} onSample={() => void chooseSample()} />
      </Stack>
    </Screen>
  )
}
