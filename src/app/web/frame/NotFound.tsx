import { Sentence } from './Sentence.tsx'

/** Draws that there is no such page, decided only after the modules have arrived. */
const NotFound = () => <Sentence text="没有这个页面，或者你没有打开它的权限" />
export default NotFound
