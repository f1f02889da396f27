"""The words of the thresholds screen in Korean."""

from pages.components.thresholds_words import Explained, ThresholdsWords

KO = ThresholdsWords(
    page="기준값",
    title="기준값",
    intro=(
        "설정을 움직이면 질문의 결과가 어떻게 달라지는지 바로 보입니다. "
        "{file}에 저장하기 전에는 이 세션에만 적용됩니다."
    ),
    question="지켜볼 질문",
    question_hint="질문을 입력하면 설정에 따라 결과가 어떻게 달라지는지 볼 수 있습니다.",
    try_sample="예: {question}",
    saved_side="저장된 설정",
    tried_side="이 세션",
    would_answer="답변함",
    would_refuse="답변 안 함: {reason}",
    confidence="신뢰도 {value} · {word} · 기준 {threshold}",
    nothing_found="보여 줄 카드가 없습니다.",
    further="더 읽어 보기",
    moves={"same": "", "up": "↑ {steps}", "down": "↓ {steps}", "new": "새로 나옴", "gone": "빠짐"},
    controls="설정",
    groups={
        "confidence": "답변 기준",
        "fusion": "순위",
        "lexical": "낱말(BM25)",
        "topics": "주제",
        "context": "보여 줄 카드",
        "chat_model": "모델",
    },
    tunables={
        "confidence.threshold": Explained(
            "답변 기준 신뢰도", "신뢰도", "신뢰도가 이보다 낮으면 모델에 묻지 않고 모른다고 답합니다."
        ),
        "confidence.high": Explained("‘높음’ 기준", "신뢰도", "신뢰도가 이 값 이상이면 ‘높음’으로 표시합니다."),
        "fusion.method": Explained("순위 결합 방식", "", "낱말 순위와 의미 순위를 하나로 합치는 방법입니다."),
        "fusion.bm25_weight": Explained("낱말 검색 가중치", "비율", "0이면 낱말 검색을 끕니다."),
        "fusion.vector_weight": Explained("의미 검색 가중치", "비율", "0이면 의미 검색을 끕니다."),
        "fusion.rrf_k": Explained("RRF k", "순위", "클수록 1위와 2위의 차이가 줄어듭니다."),
        "fusion.candidates": Explained("후보 수", "검색별 카드 수", "각 검색이 순위 결합에 넘기는 카드 수입니다."),
        "lexical.k1": Explained(
            "BM25 k1", "단위 없음", "같은 낱말이 되풀이될 때 점수가 얼마나 더 오르는지 정합니다. 0이면 한 번만 셉니다."
        ),
        "lexical.b": Explained("BM25 b", "비율", "긴 카드의 점수를 얼마나 낮출지 정합니다. 0이면 낮추지 않습니다."),
        "topics.mode": Explained("주제 제한", "", "질문에서 찾은 주제로 검색할 카드를 제한할지 정합니다."),
        "context.top_k": Explained("상위 k", "카드 수", "답변과 함께 보여 줄 카드 수입니다."),
        "context.evidence": Explained(
            "근거 카드",
            "카드 수",
            "답변이 인용할 수 있는 상위 카드 수입니다. 나머지는 링크로만 보여 줍니다. "
            "규정을 묻는 질문은 더 많이 인용할 수 있습니다.",
        ),
        "context.card_chars": Explained("카드당 글자 수", "글자", "이보다 긴 카드는 잘립니다."),
        "context.total_chars": Explained("전체 글자 수", "글자", "근거 카드를 모두 합친 글자 수입니다."),
        "chat_model.temperature": Explained(
            "온도", "단위 없음", "0이면 매번 거의 같은 글을 쓰고, 클수록 표현이 달라집니다."
        ),
    },
    choices={
        "score": "점수",
        "rrf": "순위(RRF)",
        "off": "끔",
        "lexical": "낱말 검색만",
        "both": "낱말과 의미 검색",
    },
    only_in="{bundles}에서만:",
    range="{low}부터 {high}까지",
    does_not_fit="다른 설정과 함께 쓸 수 없는 값이어서 적용하지 않았습니다.",
    saved_is="저장된 값: {value}",
    findings={
        "all_refused": (
            "모든 질문에 답하지 않게 됩니다. 어떤 카드든 신뢰도가 최대 {most}인데 기준이 {threshold:g}입니다."
        ),
        "none_refused": "근거가 약해도 걸러 내지 않습니다. 카드가 하나라도 있으면 답합니다.",
        "words_only_never": (
            "의미 검색이 꺼져 있으면 낱말로만 찾은 카드는 최대 {most}이어서 기준({threshold:g})을 절대 넘지 못합니다. "
            "모든 질문에 답하지 않게 됩니다."
        ),
        "meaning_only_never": (
            "질문과 겹치는 낱말이 없는 카드는 최대 {most}이어서 기준({threshold:g})을 절대 넘지 못합니다."
        ),
        "threshold_as_cosine": "기준 {threshold:g}의 뜻: 겹치는 낱말이 없는 카드라면 유사도 {cosine:.3f} 이상.",
        "no_medium": "‘보통’이 나올 수 없습니다. ‘높음’ 기준({high:g})이 답변 기준({threshold:g})보다 높지 않습니다.",
        "no_high": "‘높음’이 나올 수 없습니다. 어떤 카드든 신뢰도가 최대 {most}입니다.",
        "words_off": "낱말 검색이 꺼져 있어 정확한 이름과 번호를 맞춰 보지 않습니다.",
        "meaning_off": "의미 검색이 꺼져 있어 낱말이 겹치는 카드만 찾습니다.",
        "topics_bar": "질문에서 주제를 찾으면 다른 주제의 카드는 절대 찾을 수 없습니다.",
        "rrf_idle": "결합 방식이 ‘점수’인 동안에는 순서에 영향이 없습니다.",
        "bm25_idle": "낱말 검색 가중치가 0인 동안에는 영향이 없습니다.",
        "length_idle": "k1이 0인 동안에는 영향이 없습니다.",
        "candidates_under_top_k": ("각 검색이 카드 {candidates:.0f}장을 넘기는데, 보여 줄 {top_k:.0f}장보다 적습니다."),
        "evidence_over_top_k": "{evidence:.0f}장까지 인용할 수 있지만 {top_k:.0f}장만 보여 줍니다.",
        "card_over_total": (
            "카드 한 장({card_chars:.0f}자)이 전체 {total_chars:.0f}자에 들어가지 않습니다. "
            "첫 카드부터 잘리고 나머지는 링크로만 나옵니다."
        ),
        "evidence_over_total": "카드가 모두 길면 {need:.0f}자가 필요합니다. 마지막 카드는 잘리거나 링크로만 나옵니다.",
        "cards_cut": "카드 {cards:.0f}장 가운데 {cut:.0f}장이 {limit:.0f}자보다 길어 잘립니다.",
        "temperature_idle": "지금은 영향이 없습니다. 대화 모델이 설정되지 않아 카드의 문장을 그대로 옮깁니다.",
    },
    changes="저장하지 않은 변경",
    nothing_tried="없습니다. 이 세션은 저장된 설정을 씁니다.",
    undo="되돌리기",
    undo_all="모두 되돌리기",
    who="이름",
    who_help="변경 기록에 남습니다. 세션마다 한 번만 적으면 됩니다.",
    unknown="알 수 없음",
    save="{file}에 저장",
    saved="{file}에 저장했습니다. 모든 세션이 다음 질문부터 이 설정을 씁니다.",
    not_saved="저장하지 못했습니다",
    changed_underneath=(
        "작업하는 동안 다른 곳에서 {file} 파일이 바뀌었습니다: {keys}. 위의 ‘저장된 설정’은 새 값을 보여 줍니다."
    ),
    seen="새 파일 위에 내 변경 유지하기",
    not_in_force="고친 설정 파일이 적용되지 않았습니다. 이전 설정을 계속 씁니다.",
    tried_not_in_force="이 세션의 변경이 저장된 설정과 맞지 않아 적용되지 않았습니다. 변경을 되돌려 주세요.",
    log="변경 기록",
    log_empty="이 화면에서 저장한 변경이 아직 없습니다.",
    reverts="되돌림",
    revert="이전 값으로",
    reverted="이전 값으로 되돌렸습니다. 모든 세션이 다음 질문부터 이 값을 씁니다.",
    overtaken="나중에 다시 바뀌었습니다: {keys}. 나중 변경부터 되돌려 주세요.",
    broken_off="중단됨, 저장 안 됨",
    older="이전 변경 ({count})",
    trying="이 세션에 저장하지 않은 설정: {count}개",
)
