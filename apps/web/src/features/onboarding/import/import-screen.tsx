import { SegmentedControl, Stack, Text } from '@mantine/core'
import { MAX_IMPORT_CHARACTERS, MAX_IMPORT_LINES } from '@vialdesk/contract/import-columns'
import { useId, useState } from 'react'
import { formatCount } from '#web/lib/format/format-count.ts'
import { FileDrop } from '#web/ui/forms/file-drop.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { ImportColumns } from './import-columns.tsx'
import { ImportReport } from './import-report.tsx'
import type { ImportKind } from './import-text.ts'
import { useImport } from './use-import.ts'

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
