import { Button, Group, Text } from '@mantine/core'
import { IconArrowBackUp, IconEraser } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import SignaturePad from 'signature_pad'
import classes from './adopt.module.css'
import type { TabProps } from './signature-canvas.ts'

export const INK = '#14213d'

/** The strokes of a mouse, finger or pen. */
export function DrawTab({ type, take, onChange }: TabProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad>(undefined)
  const [isEmpty, setEmpty] = useState(true)
  const end = useEffectEvent(() => {
    setEmpty(pad.current?.isEmpty() ?? true)
    onChange()
  })
  useEffect(() => {
    const shown = canvas.current
    if (!shown) return
    const drawn = new SignaturePad(shown, { penColor: INK, minWidth: 1, maxWidth: 2.8 })
    pad.current = drawn
    const redrawInSize = () => {
      const ratio = Math.max(window.devicePixelRatio || 1, 2)
      const strokes = drawn.toData()
      shown.width = shown.offsetWidth * ratio
      shown.height = shown.offsetHeight * ratio
      shown.getContext('2d')?.scale(ratio, ratio)
      drawn.clear()
      drawn.fromData(strokes)
    }
    redrawInSize()
    const size = new ResizeObserver(redrawInSize)
    size.observe(shown)
    drawn.addEventListener('endStroke', () => end())
    return () => {
      size.disconnect()
      drawn.off()
    }
  }, [])
  useImperativeHandle(take, () => () => (isEmpty ? undefined : (canvas.current ?? undefined)))
  const redraw = (strokes: ReturnType<SignaturePad['toData']>) => {
    pad.current?.clear()
    pad.current?.fromData(strokes)
    setEmpty(strokes.length === 0)
    onChange()
  }
  const undo = () => redraw(pad.current?.toData().slice(0, -1) ?? [])
  return (
    <div>
      <div className={classes.sheet} data-type={type}>
        <canvas ref={canvas} className={classes.pad} role="img" aria-label="Area to draw with a mouse, finger or pen" />
        {isEmpty && <span className={classes.hint}>{type === 'signature' ? 'Sign here' : 'Write your initials here'}</span>}
      </div>
      <Group justify="space-between" mt="xs" gap="xs">
        <Text size="xs" c="dimmed">
          Without a mouse, finger or pen, choose Type.
        </Text>
        <Group gap="xs">
          <Button size="xs" variant="default" leftSection={<IconArrowBackUp size={14} />} disabled={isEmpty} onClick={undo}>
            Undo
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconEraser size={14} />}
            disabled={isEmpty}
            onClick={() => redraw([])}
          >
            Clear
          </Button>
        </Group>
      </Group>
    </div>
  )
}
