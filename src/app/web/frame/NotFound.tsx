import { Sentence } from './Sentence.tsx'

/** No such page, decided only after the modules have arrived. */
const NotFound = () => <Sentence text="没有这个页面，或者你没有打开它的权限" />
export default NotFound
