import { Alert, Button, CopyButton, Group } from '@mantine/core'
import { IconCheck, IconCopy, IconDownload, IconKey, IconPrinter } from '@tabler/icons-react'
import { portal } from '#web/lib/browser/portal.ts'
import { saveFile } from '#web/lib/browser/save-file.ts'
import { Panel } from './panel.tsx'
import classes from './settings.module.css'

interface Props {
  codes: string[]
  onDone: () => void
}

const codesText = (codes: string[]) =>
  [`Recovery codes of ${portal().domain.name}`, 'Each code works once instead of a code from your app.', '', ...codes, ''].join(
    '\n',
  )

function SaveButtons({ codes }: { codes: string[] }) {
  const text = codesText(codes)
  return (
    <Group gap="xs" className="no-print">
      <CopyButton value={text} timeout={2000}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy} leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}>
            <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
          </Button>
        )}
      </CopyButton>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} />}
        onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')}
      >
        Download
      </Button>
      <Button variant="default" leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
        Print
      </Button>
    </Group>
  )
}

/** Recovery codes for a lost phone; shown only once. */
export function RecoveryCodes({ codes, onDone }: Props) {
  return (
    <Panel>
      <Alert color="yellow" icon={<IconKey size={18} />} title="Save these recovery codes now" className="no-print">
        They are shown only once. If you lose your phone, each code logs you in once instead of a code from the app. Keep them
        with other important papers, not on the phone.
      </Alert>
      <div data-print-alone>
        <p className={classes.paper}>{codesText([]).trim()}</p>
        <ul className={classes.codes} aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <SaveButtons codes={codes} />
      <Group className="no-print">
        <Button onClick={onDone}>I’ve saved my codes</Button>
      </Group>
    </Panel>
  )
}
