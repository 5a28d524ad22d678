import { Alert, Button, Group, Modal, Tabs, Text } from '@mantine/core'
import { type Icon, IconKeyboard, IconPencil, IconUpload } from '@tabler/icons-react'
import { type AdoptedSignature, MAX_SIGNATURE_CHARACTERS } from '@vialdesk/contract/documents/signing'
import { useRef, useState } from 'react'
import { useIsPhone } from '#web/lib/browser/use-is-phone.ts'
import type { SignatureType } from '../fields/field-form.ts'
import classes from './adopt.module.css'
import { DrawTab } from './draw-tab.tsx'
import { inkProblem, NO_SIGNATURE } from './ink.ts'
import { type TakeCanvas, toPicture, trimmedPng } from './signature-canvas.ts'
import { TypeTab } from './type-tab.tsx'
import { UploadTab } from './upload-tab.tsx'

interface Props {
  type: SignatureType
  name: string
  opened: boolean
  onClose: () => void
  onAdopt: (signature: AdoptedSignature) => void
  /** Takes the signature out of the field again. */
  onRemove: (() => void) | undefined
  /** After the dialog has disappeared. */
  onClosed: () => void
}

type Kind = AdoptedSignature['kind']

const kinds: { kind: Kind; label: string; icon: Icon }[] = [
  { kind: 'drawn', label: 'Draw', icon: IconPencil },
  { kind: 'typed', label: 'Type', icon: IconKeyboard },
  { kind: 'uploaded', label: 'Upload', icon: IconUpload },
]

/** People with a finger or pen draw, others type. */
const firstKind = (): Kind => (window.matchMedia('(pointer: coarse)').matches ? 'drawn' : 'typed')

async function adopted(kind: Kind, take: TakeCanvas | null): Promise<AdoptedSignature> {
  const canvas = await take?.()
  if (!canvas) throw new Error(NO_SIGNATURE)
  const picture = toPicture(canvas)
  // A typed or uploaded name may be as flat as a stroke.
  const problem = inkProblem(picture)
  if (problem && (kind === 'drawn' || problem === NO_SIGNATURE)) throw new Error(problem)
  const image = trimmedPng(canvas)
  if (image.length > MAX_SIGNATURE_CHARACTERS) throw new Error('This image is too large.')
  return { kind, image }
}

/** The signer makes a signature and adopts it as the own one. */
export function AdoptDialog({ type, name, opened, onClose, onAdopt, onRemove, onClosed }: Props) {
  const isPhone = useIsPhone()
  const what = type === 'signature' ? 'signature' : 'initials'
  const [kind, setKind] = useState<Kind>(firstKind)
  const [problem, setProblem] = useState<string>()
  const take = useRef<TakeCanvas>(null)
  const change = () => setProblem(undefined)
  const submit = async () => {
    try {
      onAdopt(await adopted(kind, take.current))
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'Try again.')
    }
  }
  const shared = { type, take, onChange: change }
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={onClosed}
      returnFocus={false}
      title={`Adopt your ${what}`}
      size="lg"
      fullScreen={isPhone}
      centered
    >
      <Tabs
        value={kind}
        keepMounted={false}
        onChange={(value) => {
          setKind(value as Kind)
          change()
        }}
      >
        <Tabs.List grow mb="md">
          {kinds.map(({ kind: value, label, icon: Shown }) => (
            <Tabs.Tab key={value} value={value} className={classes.tab} leftSection={<Shown size={16} />}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <div className={classes.panels}>
          <Tabs.Panel value="drawn">
            <DrawTab {...shared} />
          </Tabs.Panel>
          <Tabs.Panel value="typed">
            <TypeTab {...shared} name={name} onSubmit={() => void submit()} />
          </Tabs.Panel>
          <Tabs.Panel value="uploaded">
            <UploadTab {...shared} onProblem={setProblem} />
          </Tabs.Panel>
        </div>
      </Tabs>
      {problem && (
        <Alert color="red" mt="sm" role="alert">
          {problem}
        </Alert>
      )}
      <Text size="xs" c="dimmed" mt="md">
        By choosing Adopt and sign, I adopt this as my {what}. It counts like my handwritten {what}.
      </Text>
      <Group justify="flex-end" mt="sm" gap="xs">
        {onRemove && (
          <Button variant="subtle" color="red" onClick={onRemove} mr="auto">
            Remove
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={() => void submit()}>Adopt and sign</Button>
      </Group>
    </Modal>
  )
}
