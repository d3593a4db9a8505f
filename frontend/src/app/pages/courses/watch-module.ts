// The page of a member with access, with the player: a script of its own, because a visitor does not need it.
import { lazyModule } from '../../loading/lazy-module';

export const watchCourse = lazyModule(() => import('./watch-course'));
