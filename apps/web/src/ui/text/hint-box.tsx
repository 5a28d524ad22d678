import { Tooltip } from '@mantine/core'
import { type RefObject, useEffect, useState } from 'react'

export interface HintBoxProps {
  label: string
  target: RefObject<HTMLElement | null>
  isOver: boolean
  setOver: (isOver: boolean) => void
}

/** Milliseconds. A pointer that only crosses the element opens nothing. */
const DELAY_MS = 250

/** The box of a hint. Escape closes it, and so does a touch of something else. */
export function HintBox({ label, target, isOver, setOver }: HintBoxProps) {
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    if (!isOver) return
    const timer = setTimeout(() => setOpened(true), DELAY_MS)
    const end = new AbortController()
    const { signal } = end
    addEventListener('keydown', ({ key }) => key === 'Escape' && setOver(false), { signal, capture: true })
    addEventListener('pointerdown', ({ target: touched }) => !target.current?.contains(touched as Node) && setOver(false), {
      signal,
      capture: true,
    })
    return () => {
      clearTimeout(timer)
      end.abort()
      setOpened(false)
    }
  }, [isOver, setOver, target])
  return <Tooltip target={target} label={label} opened={opened} />
}
