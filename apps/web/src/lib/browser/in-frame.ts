/** Whether another page shows this one in a frame. */
export const isInFrame = () => window.parent !== window
