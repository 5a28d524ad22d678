export const searchRouter = {}
