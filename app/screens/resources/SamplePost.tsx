import { IconButton } from '../../ui/buttons/Button.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import { showToast } from '../../ui/overlays/toasts.ts'
import { resources } from '../../words/resources.es.ts'
import styles from './SamplePost.module.css'

/** A still picture of a social feed: its buttons only say so. */
export function SamplePost({ author, instagram }: { author: string; instagram: string }) {
  return (
    <article className={styles.post} aria-label={resources.post(author)}>
      <p className={styles.author}>
        <span className={styles.avatar}>
          <svg className="mark" viewBox="0 0 32 32" aria-hidden="true">
            <use href="#mark" />
          </svg>
        </span>
        {author}
      </p>
      <svg className={styles.picture} viewBox="0 0 420 300" role="img" aria-label={resources.postImage}>
        <use href="#art" />
      </svg>
      <div className={styles.buttons}>
        <IconButton icon="heart" label={resources.like} onClick={sayInDevelopment} />
        <IconButton icon="message-circle" label={resources.comment} onClick={sayInDevelopment} />
        <IconButton icon="send" label={resources.share} onClick={sayInDevelopment} />
      </div>
      <p className="num">
        <b>{resources.postLikes}</b>
      </p>
      <p>
        <b>{author}</b> {resources.postCaption}
      </p>
      <p className={`${styles.comments} num`}>{resources.postComments}</p>
      <p>
        <a className={styles.link} href={instagram} target="_blank" rel="noopener noreferrer">
          {resources.instagram} <span className="sr">{resources.newTab}</span>
          <Icon name="arrow-up-right" small />
        </a>
      </p>
    </article>
  )
}

function sayInDevelopment() {
  showToast({ title: resources.inDevelopment, detail: resources.inDevelopmentDetail })
}
