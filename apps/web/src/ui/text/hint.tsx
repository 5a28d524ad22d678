import { useMergedRef } from '@mantine/hooks'
import { type ComponentType, cloneElement, type PointerEvent, type ReactElement, type Ref, useRef, useState } from 'react'
import type { HintBoxProps } from './hint-box.tsx'

interface TargetProps {
  ref?: Ref<HTMLElement>
  onPointerEnter?: (event: PointerEvent) => void
  onPointerLeave?: (event: PointerEvent) => void
}

interface Props {
  label: string
  /** A finger shows it, too. Not for buttons, which act when they are touched. */
  touch?: boolean
  children: ReactElement<TargetProps>
}

const loadBox = () => import('./hint-box.tsx').then(({ HintBox }) => HintBox)

/** A short text at an element that has the pointer. Its box loads when the pointer first arrives: a list has a hint in each row. */
export function Hint({ label, touch = false, children }: Props) {
  const target = useRef<HTMLElement>(null)
  const ref = useMergedRef(target, children.props.ref)
  const [isOver, setOver] = useState(false)
  const [Box, setBox] = useState<ComponentType<HintBoxProps>>()
  const enter = (event: PointerEvent) => {
    children.props.onPointerEnter?.(event)
    if (!touch && event.pointerType === 'touch') return
    setOver(true)
    // Without its file there is no hint, which is no failure of the screen.
    loadBox().then(
      (loaded) => setBox(() => loaded),
      () => undefined,
    )
  }
  /** A finger leaves when it is lifted. The box then closes with the next touch. */
  const leave = (event: PointerEvent) => {
    children.props.onPointerLeave?.(event)
    if (event.pointerType !== 'touch') setOver(false)
  }
  return (
    <>
      {cloneElement(children, { ref, onPointerEnter: enter, onPointerLeave: leave })}
      {Box && <Box label={label} target={target} isOver={isOver} setOver={setOver} />}
    </>
  )
}
